internal import Foundation

/// What a list is called.
public struct ListName: Hashable, Sendable {
    public let text: String

    public static let charactersMax = 40
    /// Of UTF-8: as many as forty of the largest characters of one code point have.
    public static let bytesMax = 4 * charactersMax
    /// That of the list which always exists. No other has it.
    public static let favorites = ListName(known: "Favorites")

    private init(known text: String) { self.text = text }

    /// - Parameter typed: by a person; spaces at its ends do not count.
    /// - Throws: what is wrong with it.
    public init(typed: String) throws(ListNameFault) {
        let text = Self.composed(typed.trimmingCharacters(in: .whitespaces))
        if let fault = Self.fault(of: text) { throw fault }
        self.text = text
    }

    /// Whether two lists may not both be called so: letters count alike in whatever case.
    public static func isSame(_ one: String, _ other: String) -> Bool { folded(one) == folded(other) }

    /// Why a stored name is none.
    static func fault(of text: String) -> ListNameFault? {
        if text.isEmpty { return .empty }
        if text.unicodeScalars.contains(where: \.isControl) { return .hasControls }
        if text.count > charactersMax { return .tooLong(characters: text.count) }
        if text.utf8.count > bytesMax { return .tooLarge(bytes: text.utf8.count) }
        return text.utf8.elementsEqual(composed(text).utf8) ? nil : .notComposed
    }

    /// The name that a list gets whose name others have already: with " (2)" behind it, or the first number that is free.
    static func distinct(_ name: String, from others: [String]) -> String {
        let taken = Set(others.map(folded) + [folded(favorites.text)])
        var (candidate, number) = (name, 1)
        while taken.contains(folded(candidate)) {
            number += 1
            candidate = name.prefix(makingRoomFor: " (\(number))")
        }
        return candidate
    }

    private static func folded(_ text: String) -> String { text.lowercased() }

    /// Unicode's form NFC. Nearly every name has nothing but ASCII, which is in it.
    private static func composed(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    }
}

extension String {
    /// With an ending for which the last characters make room, where a name would become too long.
    fileprivate func prefix(makingRoomFor ending: String) -> String {
        let characters = prefix(ListName.charactersMax - ending.count)
        return String(characters).prefix(bytes: ListName.bytesMax - ending.utf8.count) + ending
    }
}

/// Why a text is no name of a list, or cannot become this one's.
public enum ListNameFault: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(characters: Int)
    case tooLarge(bytes: Int)
    case hasControls
    /// What a person types is composed; only a program sends such a one.
    case notComposed
    case taken(String)

    public var description: String {
        switch self {
        case .empty: "A list needs a name; type 1 to \(ListName.charactersMax) characters."
        case .tooLong(let characters):
            "This name has \(characters) characters; a list's name may have \(ListName.charactersMax)."
        case .tooLarge(let bytes): "This name takes \(bytes) bytes; a list's name may take \(ListName.bytesMax)."
        case .hasControls: "This name has control characters; type it without them."
        case .notComposed: "This name is not in Unicode's form NFC."
        case .taken(let name): "There is a list '\(name.visible)' already; choose another name."
        }
    }
}
