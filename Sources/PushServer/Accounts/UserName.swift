/// A user's name: 1 to 64 bytes of `A-Z`, `a-z`, `0-9` and `._-@`.
///
/// It is made once, where a name comes in from the network or from an operator; everything behind that takes only this type.
/// Names that differ in nothing but case are one name, as they are to the store (SQLite's `NOCASE` folds ASCII alone). ASCII
/// has one spelling in every Unicode normalization form (UAX #15), so no two byte sequences pass for one name.
struct UserName: Hashable, Sendable, CustomStringConvertible {
    /// As its user's operator wrote it.
    let text: String
    private let folded: String

    static let bytesMax = 64

    /// - Returns: nil for what cannot be a name: nobody has it, so nothing need be looked up.
    init?(_ text: String) {
        guard 1...Self.bytesMax ~= text.utf8.count, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.init(stored: text)
    }

    /// A name that the store has: one that `init(_:)` has let in. What another program may have written there is shown as it
    /// is, and signs nobody in, because nobody can ask for it.
    init(stored text: String) { (self.text, folded) = (text, text.lowercased()) }

    var description: String { text }

    static func == (one: Self, other: Self) -> Bool { one.folded == other.folded }

    func hash(into hasher: inout Hasher) { hasher.combine(folded) }

    /// Names are shown in terminals and typed in shells, and no two of these characters look alike.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "@"):
            true
        default: false
        }
    }
}
