import Histogram

/// Measured values in an HDR histogram of fixed size: three significant digits, from 0.001 to 3.6 million.
struct Distribution: Sendable {
    private static let perUnit = 1000.0
    private var histogram = Histogram<UInt32>(
        highestTrackableValue: 3_600_000_000,
        numberOfSignificantValueDigits: .three
    )

    init() {}
    init(_ values: some Sequence<Double>) { for value in values { record(value) } }

    /// Records a value to three decimals: milliseconds to the microsecond.
    mutating func record(_ value: Double) { histogram.record(UInt64(max(0, value * Self.perUnit))) }

    var count: Int { Int(histogram.totalCount) }
    var median: Double { percentile(50) }

    /// The smallest value that `percent` of all values do not exceed.
    func percentile(_ percent: Double) -> Double {
        count == 0 ? .nan : Double(histogram.valueAtPercentile(percent)) / Self.perUnit
    }
}

extension Collection<Double> {
    /// The exact median of a few runs.
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

extension Double {
    /// With two decimals.
    var short: String {
        guard isFinite else { return "-" }
        let hundredths = Int((self * 100).rounded())
        let rest = abs(hundredths % 100)
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
