/// Keys and what they do, in a word.
package struct KeyHint: Hashable, Sendable {
    package var keys: [Key]
    package var title: String

    package init(_ keys: [Key], _ title: String) {
        self.keys = keys
        self.title = title
    }

    package init(_ key: Key, _ title: String) { self.init([key], title) }

    fileprivate func names(_ charset: Charset) -> [String] { keys.map { Key.spelled($0.description, in: charset) } }
}

/// The keys that matter now. If there is little room, the first one stays longest, then the last two, which are help
/// and the way out by custom. Of the others, those on the right go first.
///
/// A click on a hint presses its key. A word that several keys share belongs to the key next to it.
package struct KeyHints: Sendable {
    package var hints: [KeyHint]
    package var keyStyle: Style
    package var style: Style

    package init(_ hints: [KeyHint], keyStyle: Style = .bold, style: Style = .dim) {
        self.hints = hints
        self.keyStyle = keyStyle
        self.style = style
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        guard !area.isEmpty else { return }
        var x = area.x
        var line = Line()
        for hint in fitting(columns: area.width, buffer.charset) {
            if !line.isEmpty { line.spans.append(Span(Self.gap, style)) }
            let names = hint.names(buffer.charset)
            line.spans += [Span(names.joined(separator: " "), keyStyle), Span(" " + hint.title, style)]
            for (key, name) in zip(hint.keys, names) {
                buffer.place(key, in: Rect(x: x, y: area.y, width: name.columnCount, height: 1))
                x += name.columnCount + 1
            }
            if let last = hint.keys.last {
                // The blank before the word belongs to the key, too, because users do not avoid it.
                let word = Rect(x: x - 1, y: area.y, width: 1 + hint.title.columnCount, height: 1)
                buffer.place(last, in: word)
            }
            x += hint.title.columnCount + Self.gap.count
        }
        buffer.draw(line, in: area)
    }

    /// As many whole hints as fit.
    private func fitting(columns: Int, _ charset: Charset) -> [KeyHint] {
        let end = max(1, hints.count - 2)
        let byWeight = [0..<min(1, hints.count), min(end, hints.count)..<hints.count, 1..<end].joined()
        var (used, kept) = (-Self.gap.count, [Int]())
        for index in byWeight {
            let names = hints[index].names(charset).joined(separator: " ")
            used += Self.gap.count + names.columnCount + 1 + hints[index].title.columnCount
            if used > columns { break }
            kept.append(index)
        }
        return kept.sorted().map { hints[$0] }
    }

    private static let gap = "  "
}
