import Testing

@testable import TerminalClient

/// Moving averages, against the table that StockCharts' ChartSchool publishes with its article "Moving Averages - Simple and
/// Exponential" (cs-movavg.xls: 10 days of Intel in 2010).
struct AverageTests {
    private let closes = [
        22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36,
        24.05, 23.75, 23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.10, 23.33, 22.68, 23.10, 22.40, 22.17,
    ]

    @Test func theSimpleAverageIsThatOfThePublishedTable() {
        let published = [
            22.22, 22.21, 22.23, 22.26, 22.31, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21, 23.38, 23.53, 23.65, 23.71,
            23.69, 23.61, 23.51, 23.43, 23.28, 23.13,
        ]
        expect(SimpleAverage(period: 10).values(closes), are: published)
    }

    @Test func theExponentialAverageIsThatOfThePublishedTable() {
        let published = [
            22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.80, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.54, 23.47,
            23.40, 23.39, 23.26, 23.23, 23.08, 22.92,
        ]
        expect(ExponentialAverage(period: 10).values(closes), are: published)
    }

    /// The table was computed from closes with more decimals than it shows.
    private func expect(_ values: [Double?], are published: [Double]) {
        #expect(values.prefix(9).allSatisfy { $0 == nil })
        #expect(values.count == closes.count)
        for (value, known) in zip(values.dropFirst(9), published) {
            #expect(abs((value ?? 0) - known) < 0.0101, "\(String(describing: value)) for \(known)")
        }
    }

    @Test func tooFewClosesHaveNoAverage() {
        for count in 0..<3 {
            let closes = Array(repeating: 1.0, count: count)
            #expect(SimpleAverage(period: 3).values(closes) == Array(repeating: nil, count: count))
            #expect(ExponentialAverage(period: 3).values(closes) == Array(repeating: nil, count: count))
        }
        #expect(SimpleAverage(period: 3).values([1, 2, 3]) == [nil, nil, 2])
        #expect(ExponentialAverage(period: 3).values([1, 2, 3]) == [nil, nil, 2])
    }

    @Test func pricesOfAnySizeAreAveragedWithoutLoss() {
        for price in [1e-12, 1e9] {
            let closes = Array(repeating: price, count: 60)
            for values in [SimpleAverage(period: 20).values(closes), ExponentialAverage(period: 20).values(closes)] {
                #expect(values.compactMap(\.self).allSatisfy { abs($0 / price - 1) < 1e-12 })
            }
        }
    }
}
