/// A change of the text that the user is typing.
enum TextEdit: Equatable, Sendable {
    case type(Character)
    case paste(String)
    case left, right, wordLeft, wordRight, start, end
    case deleteBack, deleteForward, deleteWord, deleteToStart, deleteToEnd
}

/// The text of a field and the position of its cursor, a value that a view model keeps.
struct TextEntry: Hashable, Sendable {
    private(set) var text: String
    /// In characters from the start.
    private(set) var cursor: Int
    private let limit: Int

    /// - Parameter limit: how many characters the text may have.
    init(_ text: String = "", limit: Int = 256) {
        self.limit = limit
        self.text = String(text.prefix(limit))
        cursor = self.text.count
    }

    var isEmpty: Bool { text.isEmpty }

    mutating func clear() { (text, cursor) = ("", 0) }

    mutating func apply(_ edit: TextEdit) {
        switch edit {
        // A combining mark that joins the character before it arrives as a key of its own.
        case .type(let character): if text.count < limit { insert(String(character)) }
        case .paste(let more): insert(more.prefix(max(0, limit - text.count)))
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .wordLeft: cursor = wordStart
        case .wordRight: cursor = wordEnd
        case .start: cursor = 0
        case .end: cursor = text.count
        case .deleteBack: remove(from: cursor - 1, to: cursor)
        case .deleteForward: remove(from: cursor, to: cursor + 1)
        case .deleteWord: remove(from: wordStart, to: cursor)
        case .deleteToStart: remove(from: 0, to: cursor)
        case .deleteToEnd: remove(from: cursor, to: text.count)
        }
    }

    private mutating func insert(_ more: some StringProtocol) {
        let before = text.count
        text.insert(contentsOf: more, at: index(cursor))
        cursor += text.count - before
    }

    private mutating func remove(from start: Int, to end: Int) {
        let start = max(0, start)
        let end = min(text.count, end)
        guard start < end else { return }
        text.removeSubrange(index(start)..<index(end))
        cursor = min(start, text.count)
    }

    private var wordStart: Int {
        let characters = Array(text)
        var place = cursor
        while place > 0, characters[place - 1] == " " { place -= 1 }
        while place > 0, characters[place - 1] != " " { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        let characters = Array(text)
        var place = cursor
        while place < characters.count, characters[place] == " " { place += 1 }
        while place < characters.count, characters[place] != " " { place += 1 }
        return place
    }

    private func index(_ offset: Int) -> String.Index { text.index(text.startIndex, offsetBy: offset) }
}
