internal import TerminalKit

/// The sections of keys, side by side where there is room.
struct HelpView: View {
    enum Command: CaseIterable, Sendable { case up, down, close, quit }

    static let keys = KeyMap<Command>([
        KeyMap.Binding([Key(.up), "k"], .up, "up", hint: "up"),
        KeyMap.Binding([Key(.down), "j"], .down, "down", hint: "down"),
        KeyMap.Binding([Key(.escape), "?"], .close, "back", hint: "back"),
        KeyMap.Binding(["q", .control("c")], .quit, "quit", hint: "quit"),
    ])

    let viewModel: HelpViewModel

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Help", note: "keys").draw(into: &buffer, in: frame.header)
        let body = frame.body.inset(horizontal: 2)
        let rows = rows(width: body.width)
        for (index, line) in rows.dropFirst(viewModel.offset).prefix(body.height).enumerated() {
            buffer.draw(line, in: body.row(index))
        }
        FooterView(status: viewModel.status, hints: Self.keys.hints).draw(into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        let body = Frame(size).body.inset(horizontal: 2)
        let offsetMax = max(0, rows(width: body.width).count - body.height)
        switch Self.keys.command(for: event) {
        case .up: viewModel.scrolled(by: -1, offsetMax: offsetMax)
        case .down: viewModel.scrolled(by: 1, offsetMax: offsetMax)
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
        let blocks = viewModel.sections.map(block)
        for count in stride(from: min(3, blocks.count), to: 1, by: -1) {
            let columns = distributed(blocks, over: count)
            let widths = columns.map { $0.map(\.columnCount).max() ?? 0 }
            if widths.reduce(0, +) + Self.columnGap * (count - 1) <= width { return Self.joined(columns, widths) }
        }
        return Array(blocks.joined(separator: [Line()]))
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

    private func block(_ section: HelpSection) -> [Line] {
        let width = section.entries.map(\.keys.columnCount).max() ?? 0
        return [Line(section.title, Theme.title)]
            + section.entries.map { entry in
                Line([Span(entry.keys.padded(toColumns: width), .bold), Span("  " + entry.title)])
            }
    }
}
