import Testing

@testable import TerminalClient

/// RSI, against the table that StockCharts' ChartSchool publishes with its article "Relative Strength Index" (cs-rsi.xls: 14
/// days of QQQQ from 2009-12-14 on, with Wilder's smoothing).
struct RelativeStrengthTests {
    private let closes = [
        44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328,
        45.6140, 46.2820, 46.2820, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515,
        45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
    ]
    private let published = [
        70.5328, 66.3186, 66.5498, 69.4063, 66.3552, 57.9749, 62.9296, 63.2571, 56.0593, 62.3771, 54.7076, 50.4228,
        39.9898, 41.4605, 41.8689, 45.4632, 37.3040, 33.0795, 37.7730,
    ]

    @Test func theIndexIsThatOfThePublishedTable() {
        let values = RelativeStrength().values(closes)
        #expect(values.prefix(14).allSatisfy { $0 == nil })
        #expect(values.count == closes.count)
        for (value, known) in zip(values.dropFirst(14), published) {
            #expect(abs((value ?? 0) - known) < 0.0005, "\(String(describing: value)) for \(known)")
        }
    }

    @Test func pricesThatOnlyRiseOrFallAreAtTheEndsAndThoseThatStandStillInTheMiddle() {
        #expect(RelativeStrength(period: 3).values([1, 2, 3, 4, 5]).compactMap(\.self) == [100, 100])
        #expect(RelativeStrength(period: 3).values([5, 4, 3, 2, 1]).compactMap(\.self) == [0, 0])
        #expect(RelativeStrength(period: 3).values([2, 2, 2, 2, 2]).compactMap(\.self) == [50, 50])
    }

    @Test func tooFewClosesHaveNoIndex() {
        for count in 0...14 {
            let values = RelativeStrength().values(Array(repeating: 1, count: count))
            #expect(values == Array(repeating: nil, count: count))
        }
    }

    @Test func tinyAndHugePricesStayWithinTheScale() {
        for price in [1e-12, 1e9] {
            let closes = (0..<60).map { price * (1 + Double($0 % 7) / 100) }
            #expect(RelativeStrength().values(closes).compactMap(\.self).allSatisfy { (0...100).contains($0) })
        }
    }
}
