extension FixedWidthInteger where Self: UnsignedInteger {
    /// All hexadecimal digits, with the zeros in front.
    public var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte.
    public var hexadecimal: String { map(\.hexadecimal).joined() }
}
