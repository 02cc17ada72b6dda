/// The name of a list.
public struct ListName: Hashable, Sendable {
    public let text: String

    public static let charactersMax = 40
    /// In UTF-8. This is enough for forty characters of one code point each.
    public static let bytesMax = 4 * charactersMax
    /// The name of the list that always exists. No other list may have it.
    public static let favorites = ListName(known: "Favorites")

    private init(known text: String) { self.text = text }

    /// - Parameter typed: what the user typed, with or without spaces at its ends.
    /// - Throws: why it is not a valid name.
    public init(typed: String) throws(ListNameFault) {
        let text = typed.trimmed.composed
        if text.count > Self.charactersMax { throw .tooLong(characters: text.count) }
        if let fault = Self.fault(of: text) { throw fault }
        self.text = text
    }

    /// Whether two names are too similar for two lists. Upper and lower case count as the same.
    public static func isSame(_ one: String, _ other: String) -> Bool { folded(one) == folded(other) }

    /// Why a stored name is not valid. Its number of characters is not judged here: `RecordRules` limit it.
    static func fault(of text: String) -> ListNameFault? {
        if text.isEmpty { return .empty }
        if text.unicodeScalars.contains(where: \.isControl) { return .hasControls }
        if text.utf8.count > bytesMax { return .tooLarge(bytes: text.utf8.count) }
        return text.utf8.elementsEqual(text.composed.utf8) ? nil : .notComposed
    }

    /// The name for a list whose name is taken: with " (2)" after it, or with the first free number.
    /// - Parameter max: the largest number of characters in a name.
    static func distinct(_ name: String, from others: [String], max: Int) -> String {
        let taken = Set(others.map(folded) + [folded(favorites.text)])
        var (candidate, number) = (name, 1)
        while taken.contains(folded(candidate)) {
            number += 1
            candidate = name.prefix(makingRoomFor: " (\(number))", max: max)
        }
        return candidate
    }

    private static func folded(_ text: String) -> String { text.lowercased() }
}

extension String {
    /// The name with an ending. If that is too long, the name loses its last characters.
    fileprivate func prefix(makingRoomFor ending: String, max: Int) -> String {
        let characters = prefix(Swift.max(max - ending.count, 0))
        return String(characters).prefix(bytes: ListName.bytesMax - ending.utf8.count) + ending
    }
}

/// Why a text is not a valid name of a list, or cannot be the name of this one.
public enum ListNameFault: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(characters: Int)
    case tooLarge(bytes: Int)
    case hasControls
    /// The text is not in form NFC. What a user types is converted, so only a program can send this.
    case notComposed
    case taken(String)

    public var description: String {
        switch self {
        case .empty: "A list needs a name; type 1 to \(ListName.charactersMax) characters."
        case .tooLong(let characters):
            "This name has \(characters) characters; a list's name can have at most \(ListName.charactersMax)."
        case .tooLarge(let bytes):
            "This name takes \(bytes) bytes; a list's name can take at most \(ListName.bytesMax)."
        case .hasControls: "This name has control characters; type it without them."
        case .notComposed: "This name is not in Unicode NFC form."
        case .taken(let name): "There is already a list '\(name.visibleWithJoiners)'; choose another name."
        }
    }
}
