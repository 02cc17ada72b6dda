internal import TerminalKit

/// The sections of keys, side by side where there is room.
struct HelpView: View {
    let viewModel: HelpViewModel

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Help", note: "keys").draw(into: &buffer, in: frame.header)
        let body = frame.body.inset(horizontal: 2)
        let rows = rows(width: body.width)
        for (index, line) in rows.dropFirst(viewModel.offset).prefix(body.height).enumerated() {
            buffer.draw(line, in: body.row(index))
        }
        Scrollbar(offset: viewModel.offset, visible: body.height, total: rows.count, style: Theme.muted)
            .draw(into: &buffer, in: frame.body)
        FooterView(status: viewModel.status, hints: viewModel.keys.hints).draw(into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        let body = Frame(size).body.inset(horizontal: 2)
        let rowCount = rows(width: body.width).count
        let offsetMax = max(0, rowCount - body.height)
        if case .mouse(let mouse) = event {
            guard let rows = mouse.wheelRows else { return false }
            viewModel.scrolled(by: rows, offsetMax: offsetMax)
            return true
        }
        switch viewModel.keys.command(for: event) {
        case .up: viewModel.scrolled(by: -1, offsetMax: offsetMax)
        case .down: viewModel.scrolled(by: 1, offsetMax: offsetMax)
        case .pageUp: viewModel.scrolled(by: -max(1, body.height), offsetMax: offsetMax)
        case .pageDown: viewModel.scrolled(by: max(1, body.height), offsetMax: offsetMax)
        case .first: viewModel.scrolled(by: -rowCount, offsetMax: offsetMax)
        case .last: viewModel.scrolled(by: rowCount, offsetMax: offsetMax)
        case .close: viewModel.closePressed()
        case .quit: viewModel.quitRequested()
        case nil: return false
        }
        return true
    }
}

// MARK: Rows
extension HelpView {
    private static let columnGap = 4

    /// As many columns as there is room for.
    private func rows(width: Int) -> [Line] {
        let blocks = viewModel.sections.map { block($0) }
        for count in stride(from: min(3, blocks.count), to: 1, by: -1) {
            let columns = distributed(blocks, over: count)
            let widths = columns.map { $0.map(\.columnCount).max() ?? 0 }
            if widths.reduce(0, +) + Self.columnGap * (count - 1) <= width { return Self.joined(columns, widths) }
        }
        let all = Array(blocks.joined(separator: [Line()]))
        if all.allSatisfy({ $0.columnCount <= width }) { return all }
        // What a key does matters more than that there is another one.
        return Array(viewModel.sections.map { block($0, keysMax: 1) }.joined(separator: [Line()]))
    }

    /// Each block under the shortest column so far.
    private func distributed(_ blocks: [[Line]], over count: Int) -> [[Line]] {
        blocks.reduce(into: Array(repeating: [], count: count)) { columns, block in
            let shortest = columns.indices.min { columns[$0].count < columns[$1].count } ?? 0
            columns[shortest] += (columns[shortest].isEmpty ? [] : [Line()]) + block
        }
    }

    private static func joined(_ columns: [[Line]], _ widths: [Int]) -> [Line] {
        (0..<(columns.map(\.count).max() ?? 0)).map { row in
            var line = Line()
            var start = 0
            for (column, width) in zip(columns, widths) {
                line.spans.append(Span(String(repeating: " ", count: start - line.columnCount)))
                if row < column.count { line.spans += column[row].spans }
                start += width + columnGap
            }
            return line
        }
    }

    private func block(_ section: HelpSection, keysMax: Int = .max) -> [Line] {
        let keys = section.entries.map { $0.keys.split(separator: " ").prefix(keysMax).joined(separator: " ") }
        let width = keys.map(\.columnCount).max() ?? 0
        return [Line(section.title, Theme.title)]
            + zip(keys, section.entries).map { keys, entry in
                Line([Span(keys.padded(toColumns: width), .bold), Span("  " + entry.title)])
            }
    }
}
