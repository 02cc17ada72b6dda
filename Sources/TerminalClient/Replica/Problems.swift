/// The problems that the user has not seen yet, the oldest first. One that waits already is not added again. When there are too many,
/// the oldest of those that wait is dropped.
struct Problems: Equatable, Sendable {
    private static let countMax = 16

    private var problems: [Problem] = []

    /// The one that is shown.
    var first: Problem? { problems.first }
    /// How many come after it.
    var waitingCount: Int { max(0, problems.count - 1) }

    mutating func add(_ problem: Problem) {
        if problems.contains(problem) { return }
        if problems.count == Self.countMax { problems.remove(at: 1) }
        problems.append(problem)
    }

    mutating func seen() { if !problems.isEmpty { problems.removeFirst() } }

    /// It is settled, whether or not it has been seen.
    mutating func withdraw(_ problem: Problem) { problems.removeAll { $0 == problem } }
}
