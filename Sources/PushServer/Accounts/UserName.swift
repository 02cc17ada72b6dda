/// A user's name: 1 to 64 bytes of `A-Z`, `a-z`, `0-9` and `._-@`.
///
/// The code that receives a name from the network or from an operator makes this value. All other code takes only this
/// type. Names that differ only in case are the same name, in the store as well (SQLite's `NOCASE` folds only ASCII).
/// ASCII text has one spelling in every Unicode normalization form (UAX #15), so no two byte sequences are the same
/// name.
struct UserName: Hashable, Sendable, CustomStringConvertible {
    /// The spelling that the operator entered.
    let text: String
    /// The spelling by which names are compared.
    let folded: String

    static let bytesMax = 64

    /// - Returns: nil for an invalid name. No account has one, so the caller need not look it up.
    init?(_ text: String) {
        guard 1...Self.bytesMax ~= text.utf8.count, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.init(stored: text)
    }

    /// A name from the store, which `init(_:)` has accepted before. A name that another program has written there is
    /// shown as it is, but signs nobody in, because nobody can send it.
    init(stored text: String) { (self.text, folded) = (text, text.lowercased()) }

    var description: String { text }

    static func == (one: Self, other: Self) -> Bool { one.folded == other.folded }

    func hash(into hasher: inout Hasher) { hasher.combine(folded) }

    /// Terminals show names and shells take them, so only characters that do not look alike are allowed.
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
