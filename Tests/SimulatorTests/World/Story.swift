/// The events of a history, printed only when it is repeated.
@MainActor
final class Story {
    private(set) var lines: [String] = []
    private let isTold: Bool

    init(isTold: Bool) { self.isTold = isTold }

    func note(_ words: @autoclosure () -> String) {
        if isTold { lines.append(words()) }
    }
}
