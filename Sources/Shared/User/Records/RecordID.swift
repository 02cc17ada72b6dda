/// The ID of a record: 64 random bits that a client chose. So two terminals without a connection choose different ones.
///
/// `Model` is what the record holds. It keeps IDs of different kinds of records apart.
public struct RecordID<Model>: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The number of a new record.
    public static func random(using generator: inout some RandomNumberGenerator) -> Self {
        Self(rawValue: .random(in: 1 ... .max, using: &generator))
    }

    /// The number of a new record.
    public static func random() -> Self {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }
}

extension RecordID: CustomStringConvertible {
    /// 16 hexadecimal digits.
    public var description: String { rawValue.hexadecimal }

    /// - Parameter typed: the printed form, 16 hexadecimal digits.
    public init?(typed: String) {
        guard typed.utf8.count == 16, let value = UInt64(typed, radix: 16), value != 0 else { return nil }
        self.init(rawValue: value)
    }
}
