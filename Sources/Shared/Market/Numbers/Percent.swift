/// A change in hundredths of a percent point: -291 is -2.91 %.
public struct Percent: Hashable, Comparable, Sendable {
    public let hundredths: Int32

    /// The largest rise that is shown: 10,000,000 %. A larger figure says no more.
    public static let hundredthsMax: Int32 = 1_000_000_000
    /// A price cannot fall by more than all of itself.
    public static let hundredthsMin: Int32 = -10_000

    /// A value out of range becomes the nearest limit.
    public init(hundredths: Int) {
        self.hundredths = Int32(max(Int(Self.hundredthsMin), min(Int(Self.hundredthsMax), hundredths)))
    }

    /// From percent points, rounded half away from zero.
    public init(_ points: ExactDecimal) {
        // This fails only if the number is far out of range.
        let exact = try? ExactDecimal(mantissa: points.mantissa, exponent: points.exponent + 2)
        self.init(hundredths: exact.map { Int($0.rounded) } ?? (points.mantissa < 0 ? .min : .max))
    }

    /// The change from one price to another by their ratio: 1.05 is +5 %.
    public init(ratio: Double) { self.init(approximateHundredths: (ratio - 1) * 10_000) }

    private init(approximateHundredths: Double) {
        let isSmall = approximateHundredths.magnitude < 1e15
        self.init(hundredths: isSmall ? Int(approximateHundredths.rounded()) : approximateHundredths < 0 ? .min : .max)
    }

    public static func < (one: Self, other: Self) -> Bool { one.hundredths < other.hundredths }
}

extension Percent: CustomStringConvertible {
    /// With its sign and two decimals: `+1.07`, `-0.30`, `0.00`.
    public var description: String {
        let sign = hundredths < 0 ? "-" : hundredths > 0 ? "+" : ""
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
