import Testing

@testable import TerminalClient

/// MACD, against the table that investexcel.net publishes with "How to calculate MACD in Excel" (12, 26 and 9 days of Apple from
/// 2013-02-19 on).
struct ConvergenceTests {
    private let closes = [
        459.99, 448.85, 446.06, 450.81, 442.80, 448.97, 444.57, 441.40, 430.47, 420.05, 431.14, 425.66, 430.58,
        431.72, 437.87, 428.43, 428.35, 432.50, 443.66, 455.72, 454.49, 452.08, 452.73, 461.91, 463.58, 461.14,
        452.08, 442.66, 428.91, 429.79, 431.99, 427.72, 423.20, 426.21, 426.98, 435.69, 434.33, 429.80,
    ]

    @Test func theLineAndItsSignalAreThoseOfThePublishedTable() {
        let values = Convergence().values(closes)
        let line = [
            8.275269504, 7.703378381, 6.416074757, 4.237519783, 2.552583325, 1.378885720, 0.102981491, -1.258401953,
            -2.070558190, -2.621842328, -2.329066740, -2.181632115, -2.402626273,
        ]
        expect(values.line, are: line, after: 25)
        expect(values.signal, are: [3.037525869, 1.905652229, 1.058708435, 0.410640325, -0.152012994], after: 33)
        expect(
            values.difference,
            are: [-5.108084059, -4.527494558, -3.387775176, -2.592272440, -2.250613279],
            after: 33
        )
    }

    private func expect(_ values: [Double?], are published: [Double], after count: Int) {
        #expect(values.prefix(count).allSatisfy { $0 == nil })
        #expect(values.count == closes.count)
        #expect(values.count == count + published.count)
        for (value, known) in zip(values.dropFirst(count), published) {
            #expect(abs((value ?? .infinity) - known) < 1e-8, "\(String(describing: value)) for \(known)")
        }
    }

    @Test func tooFewClosesHaveNone() {
        for count in [0, 1, 2, 11, 12, 25] {
            let values = Convergence().values(Array(repeating: 1, count: count))
            let none = [Double?](repeating: nil, count: count)
            #expect(values == Convergence.Values(line: none, signal: none, difference: none))
        }
    }

    @Test func pricesThatStandStillDoNotDiverge() {
        for price in [0, 1e-12, 1e9] {
            let values = Convergence().values(Array(repeating: price, count: 60))
            #expect(values.line.compactMap(\.self).allSatisfy { $0 == 0 })
            #expect(values.difference.compactMap(\.self).count == 60 - 33)
        }
    }
}
