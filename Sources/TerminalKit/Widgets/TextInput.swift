/// The text of a field and the cursor in it, with the usual editing keys. A value for a view model to keep.
package struct TextInput: Hashable, Sendable {
    package private(set) var text: String
    /// In characters from the start.
    package private(set) var cursor: Int
    private let limit: Int

    package init(_ text: String = "", limit: Int = 256) {
        self.limit = limit
        self.text = ""
        cursor = 0
        insert(text)
    }

    package var isEmpty: Bool { text.isEmpty }

    package mutating func clear() {
        text = ""
        cursor = 0
    }

    /// Typed or pasted text. Line ends and everything that cannot be shown are left out.
    package mutating func insert(_ more: String) {
        let shown = more.filter { !$0.isNewline && Glyph.cleaned($0, charset: .unicode) != nil }
        let room = max(0, limit - text.count)
        let before = text.count
        text.insert(contentsOf: shown.prefix(room), at: index(cursor))
        cursor += text.count - before
    }

    /// True when the key was one for editing.
    package mutating func handle(_ key: Key) -> Bool {
        switch (key.code, key.modifiers) {
        case (.character(let character), []): type(character)
        case (.left, []), (.character("b"), .control): cursor = max(0, cursor - 1)
        case (.right, []), (.character("f"), .control): cursor = min(text.count, cursor + 1)
        case (.left, .control), (.left, .alt), (.character("b"), .alt): cursor = wordStart
        case (.right, .control), (.right, .alt), (.character("f"), .alt): cursor = wordEnd
        case (.home, []), (.character("a"), .control): cursor = 0
        case (.end, []), (.character("e"), .control): cursor = text.count
        case (.backspace, []): remove(from: cursor - 1, to: cursor)
        case (.delete, []), (.character("d"), .control): remove(from: cursor, to: cursor + 1)
        case (.character("w"), .control), (.backspace, .alt): remove(from: wordStart, to: cursor)
        case (.character("u"), .control): remove(from: 0, to: cursor)
        case (.character("k"), .control): remove(from: cursor, to: text.count)
        default: return false
        }
        return true
    }

    /// A mark that joins the character before it arrives as a key of its own.
    private mutating func type(_ character: Character) {
        guard text.count < limit else { return }
        let before = text.count
        text.insert(character, at: index(cursor))
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
