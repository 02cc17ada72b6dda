internal import TerminalKit

/// Draws the sections of keys, side by side if there is room.
struct HelpView: ScreenView {
    let viewModel: HelpViewModel

    var help: [HelpSection] { viewModel.sections }
    var keys: Keys { viewModel.keys }
    var helpStatus: StatusViewModel? { viewModel.status }

    func prepare(for size: Size) { viewModel.status?.refresh() }

    func draw(into buffer: inout Buffer) -> Cursor? {
        let frame = Frame(buffer.size)
        TitleBar(title: "Help", note: "keys").draw(into: &buffer, in: frame.header)
        let body = frame.body.inset(horizontal: 2)
        let rows = rows(width: body.width, buffer.charset)
        let offset = min(viewModel.offset, max(0, rows.count - body.height))
        for (index, line) in rows.dropFirst(offset).prefix(body.height).enumerated() {
            buffer.draw(line, in: body.row(index))
        }
        Scrollbar(offset: offset, visible: body.height, total: rows.count, style: Theme.muted)
            .draw(into: &buffer, in: frame.body)
        let scrolls = rows.count > body.height
        let own = scrolls ? keys.help : keys.help.without(.up).without(.down)
        FooterView(status: viewModel.status, keys: StatusKeys(seen: own.name(of: .close)), hints: own.hints)
            .draw(into: &buffer, in: frame)
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        let body = Frame(size).body.inset(horizontal: 2)
        // The charset is not known here, so the larger count is the limit. Drawing corrects an offset that is too
        // large.
        let rowCount = max(rows(width: body.width, .unicode).count, rows(width: body.width, .ascii).count)
        let offsetMax = max(0, rowCount - body.height)
        if case .mouse(let mouse) = event {
            guard let rows = mouse.wheelRows else { return false }
            viewModel.scrolled(by: rows, offsetMax: offsetMax)
            return true
        }
        switch keys.help.action(for: event) {
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
    /// Sentences continue in the next row only in columns that are at least this wide.
    private static let foldedWidthMin = 48

    /// The rows in as many columns as there is room for: those that hold every sentence in one row, or else at least two.
    private func rows(width: Int, _ charset: Charset) -> [Line] {
        let tables = viewModel.sections.map { table($0, charset) }
        for count in stride(from: tables.count, to: 1, by: -1) {
            let columns = distributed(tables, over: count)
            let room = width - Self.columnGap * (count - 1)
            let isWhole = columns.reduce(0) { $0 + Self.width(of: Self.column($1)) } <= room
            if isWhole || (count == 2 && room >= 2 * Self.foldedWidthMin) {
                let widthMax = isWhole ? room : Self.widthMax(of: columns, in: room)
                return Self.joined(columns.map { Self.column($0, widthMax: widthMax) })
            }
        }
        let all = Self.column(tables)
        if all.allSatisfy({ $0.columnCount <= width }) { return all }
        // If there is little room, show only one key for each action: what it does matters more than that there is
        // another key.
        let narrow = viewModel.sections.map { Self.column([table($0, charset, keysMax: 1)]) }
        return Array(narrow.joined(separator: [Line()]))
    }

    /// How wide a column may be. Each has its share of the room, and narrow columns leave the rest of their share to
    /// the others.
    private static func widthMax(of columns: [[HelpSection]], in room: Int) -> Int {
        let share = room / columns.count
        let widths = columns.map { Self.width(of: column($0)) }
        let wideCount = widths.count { $0 > share }
        let left = widths.reduce(0) { $0 + max(0, share - $1) }
        return wideCount == 0 ? share : share + left / wideCount
    }

    private static func width(of lines: [Line]) -> Int { lines.map(\.columnCount).max() ?? 0 }

    /// Puts each section into the shortest column so far.
    private func distributed(_ tables: [HelpSection], over count: Int) -> [[HelpSection]] {
        let height = { (column: [HelpSection]) in column.reduce(0) { $0 + $1.entries.count + 2 } }
        return tables.reduce(into: Array(repeating: [], count: count)) { columns, table in
            let shortest = columns.indices.min { height(columns[$0]) < height(columns[$1]) } ?? 0
            columns[shortest].append(table)
        }
    }

    /// Sections below each other, with their words aligned. Words that do not fit continue in the next row.
    private static func column(_ tables: [HelpSection], widthMax: Int = .max) -> [Line] {
        let width = tables.flatMap(\.entries).map(\.keys.columnCount).max() ?? 0
        let blocks = tables.map { table in
            [Line(table.title, Theme.title)]
                + table.entries.flatMap { entry in
                    Line(entry.title).wrapped(toColumns: max(1, widthMax - width - 2)).enumerated().map { row, words in
                        let keys = (row == 0 ? entry.keys : "").padded(toColumns: width)
                        return Line([Span(keys, .bold), Span("  ")] + words.spans)
                    }
                }
        }
        return Array(blocks.joined(separator: [Line()]))
    }

    private static func joined(_ columns: [[Line]]) -> [Line] {
        let widths = columns.map { Self.width(of: $0) }
        return (0..<(columns.map(\.count).max() ?? 0)).map { row in
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

    /// A section with the keys that the charset can show, and no more of them than fit.
    private func table(_ section: HelpSection, _ charset: Charset, keysMax: Int = .max) -> HelpSection {
        let entries = section.entries.map { entry in
            let keys = entry.keys.split(separator: " ").prefix(keysMax).joined(separator: " ")
            return HelpEntry(keys: Key.spelled(keys, in: charset), title: entry.title)
        }
        return HelpSection(title: section.title, entries: entries)
    }
}

/// The actions of the help page.
enum HelpAction: String, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last, close, quit
}

extension KeyMap where Action == HelpAction {
    static let help = KeyMap([
        Binding([Key(.up), "k"], .up, "up", hint: "scroll"),
        Binding([Key(.down), "j"], .down, "down", hint: "scroll"),
        Binding([Key(.pageUp), .control("b")], .pageUp, "a page up"),
        Binding([Key(.pageDown), .control("f"), " "], .pageDown, "a page down"),
        Binding([Key(.home), "g"], .first, "to the top"),
        Binding([Key(.end), "G"], .last, "to the end"),
        Binding([Key(.escape), "q", "?", Key(.function(1))], .close, "back", hint: "back"),
        Binding([.control("c")], .quit, "quit", hint: "quit"),
    ])
}
