@testable import Shared
@testable import TerminalClient

/// The events of a history, which are printed when it is repeated.
@MainActor
final class Story {
    private(set) var lines: [String] = []

    func note(_ words: String) { lines.append(words) }
}

/// A hash of many histories. Two processes that run the same histories get the same hash.
struct HistoryDigest: CustomStringConvertible {
    private var hash = CellHash(kind: 0)

    /// - Parameters:
    ///   - crowd: the terminals whose charts count, as they are at the end.
    ///   - draw: the generator's next number, which depends on how many numbers the history has drawn.
    @MainActor
    mutating func add(_ story: Story, _ crowd: Crowd, draw: UInt64) {
        for line in story.lines { hash.combine(line) }
        for chart in crowd.terminals.flatMap(\.charts) {
            hash.combine("\(chart.request) \(chart.problem?.message ?? "")")
            for candle in chart.candles {
                hash.combine(UInt64(bitPattern: candle.time.milliseconds))
                hash.combine(UInt64(bitPattern: candle.close.mantissa))
            }
        }
        hash.combine(draw)
    }

    var description: String { String(hash.value, radix: 16) }
}
