/// A change in hundredths of a percent point: -291 is -2.91 %.
public struct Percent: Hashable, Comparable, Sendable {
    public let hundredths: Int32

    /// The rise that is shown at most: 10,000,000 %. Beyond that a figure says nothing more.
    public static let hundredthsMax: Int32 = 1_000_000_000
    /// A price cannot fall by more than all of itself.
    public static let hundredthsMin: Int32 = -10_000

    /// Out of range values are held to the nearest end.
    public init(hundredths: Int) {
        self.hundredths = Int32(max(Int(Self.hundredthsMin), min(Int(Self.hundredthsMax), hundredths)))
    }

    /// From percent points, half away from zero.
    public init(_ points: ExactDecimal) { self.init(approximateHundredths: points.approximate * 100) }

    /// The change that makes one price the other: 1.05 is +5 %.
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
