package import Shared

/// How to take back this user's own changes in this terminal, the latest first.
///
/// Each step names what the change touched and nothing else, and is taken only where that is still as the change made it: what
/// others have changed since stays as it is.
package struct UndoStack: Equatable, Sendable {
    /// What taking the latest change back means.
    package struct Undoing: Equatable, Sendable {
        package var mutations: [Mutation]
        /// Things that the change touched and others have changed since.
        package var leftAlone: Int
    }

    /// Nobody remembers more.
    private static let depth = 50

    private var steps: [UndoStep] = []

    package init() {}

    /// - Parameters:
    ///   - number: of the change, counted over all that this process makes.
    ///   - before: what the user saw when making the change.
    ///   - after: what the user sees of it.
    ///   - end: until when it can be taken back; nil: as long as it is the latest.
    package mutating func note(
        _ mutation: Mutation,
        number: Int,
        before: UserState,
        after: UserState,
        until end: ContinuousClock.Instant? = nil
    ) {
        let touches = before.touches(of: mutation, after: after)
        if touches.isEmpty { return }
        let things = Set(touches.map(\.thing))
        // The way back leads over what this change found.
        for index in steps.indices where steps[index].touches(any: things) { steps[index].isSettled = true }
        steps = steps.suffix(Self.depth - 1) + [UndoStep(number: number, touches: touches, end: end)]
    }

    /// What was added has the place that the server gives it, which may be another one than it had here before.
    /// - Parameter settled: up to which number the server has answered.
    package mutating func follow(_ state: UserState, settled: Int) {
        for index in steps.indices where !steps[index].isSettled {
            steps[index].follow(state)
            steps[index].isSettled = steps[index].number <= settled
        }
    }

    /// The server has refused a change: there is nothing to take back.
    package mutating func refused(_ number: Int) { steps.removeAll { $0.number == number } }

    /// Nil where there is nothing to take back.
    package func latest(in state: UserState, at now: ContinuousClock.Instant) -> Undoing? {
        guard let step = open(at: now).last else { return nil }
        let touches = step.touches.filter { $0.isStill(in: state) }
        return Undoing(mutations: touches.map(\.back), leftAlone: step.touches.count - touches.count)
    }

    /// - Returns: the latest.
    package mutating func pop(in state: UserState, at now: ContinuousClock.Instant) -> Undoing? {
        steps = open(at: now)
        defer { _ = steps.popLast() }
        return latest(in: state, at: now)
    }

    /// Up to one whose time is over: beyond it there is no way back, or a key that was meant for it would take back something
    /// quite different.
    private func open(at now: ContinuousClock.Instant) -> [UndoStep] {
        let lastOver = steps.lastIndex { !$0.isOpen(at: now) }
        return Array(steps.suffix(from: lastOver.map { $0 + 1 } ?? 0))
    }
}

private struct UndoStep: Equatable {
    let number: Int
    private(set) var touches: [UndoTouch]
    /// Until when it can be taken.
    let end: ContinuousClock.Instant?
    /// What it touched does not move any more by this change itself.
    var isSettled = false

    init(number: Int, touches: [UndoTouch], end: ContinuousClock.Instant?) {
        (self.number, self.touches, self.end) = (number, touches, end)
    }

    mutating func follow(_ state: UserState) { touches = touches.map { $0.following(state) } }

    func touches(any things: Set<UndoTouch.Thing>) -> Bool { touches.contains { things.contains($0.thing) } }

    func isOpen(at now: ContinuousClock.Instant) -> Bool { end.map { now < $0 } ?? true }
}
