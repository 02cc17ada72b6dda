/// Measured values, and what is said of them.
struct Distribution: Sendable {
    private let sorted: [Double]

    init(_ values: some Sequence<Double>) { sorted = values.sorted() }

    var count: Int { sorted.count }
    var median: Double { percentile(50) }

    var summary: String { "p50 \(median.short)  p99 \(percentile(99).short)" }

    /// The smallest value that `percent` of all do not exceed.
    func percentile(_ percent: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let index = Int((Double(sorted.count) * percent / 100).rounded(.up)) - 1
        return sorted[max(0, min(sorted.count - 1, index))]
    }
}

extension Double {
    /// With two decimals.
    var short: String {
        let hundredths = Int((self * 100).rounded())
        let rest = abs(hundredths % 100)
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
