@testable import Shared

/// The events of a history, which are printed when it is repeated.
@MainActor
final class Story {
    private(set) var lines: [String] = []

    func note(_ words: String) { lines.append(words) }
}

/// A number for many histories. Two processes that have lived the same ones have the same number.
struct HistoryDigest: CustomStringConvertible {
    private var hash = CellHash(kind: 0)

    /// - Parameter draw: the number that would have been drawn next. It depends on how many were drawn.
    @MainActor
    mutating func add(_ story: Story, draw: UInt64) {
        for line in story.lines { hash.combine(line) }
        hash.combine(draw)
    }

    var description: String { String(hash.value, radix: 16) }
}
