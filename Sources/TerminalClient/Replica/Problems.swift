/// What the user must not miss, the oldest first: each stays until it has been seen, and one that waits already is not told
/// twice. Where more come than anybody reads, the oldest of those that wait gives way.
struct Problems: Equatable, Sendable {
    private static let countMax = 16

    private var texts: [String] = []

    /// The one that is shown.
    var first: String? { texts.first }
    /// How many come after it.
    var waitingCount: Int { max(0, texts.count - 1) }

    mutating func add(_ text: String) {
        if texts.contains(text) { return }
        if texts.count == Self.countMax { texts.remove(at: 1) }
        texts.append(text)
    }

    mutating func seen() { if !texts.isEmpty { texts.removeFirst() } }

    /// It has turned out otherwise, shown or not.
    mutating func withdraw(_ text: String) { texts.removeAll { $0 == text } }
}
