internal import NIOConcurrencyHelpers
internal import NIOCore
internal import Shared

/// Counts the terminals of a private server, and reports when the last one has been away for long enough.
final class Linger: Sendable {
    private struct State {
        var terminals = 0
        var alarm: Scheduled<Void>?
        var isOver = false
    }

    let terms: LocalTerms
    private let loop: any EventLoop
    private let state = NIOLockedValueBox(State())
    private let endings: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation

    /// There is no terminal at first, so the time starts at once, in case none ever connects.
    init(_ terms: LocalTerms, on loop: any EventLoop) {
        (self.terms, self.loop) = (terms, loop)
        (endings, ending) = AsyncStream.makeStream()
        state.withLockedValue { waitForNext(&$0) }
    }

    func came() {
        state.withLockedValue { state in
            state.terminals += 1
            state.alarm?.cancel()
            state.alarm = nil
        }
    }

    func left() {
        state.withLockedValue { state in
            state.terminals -= 1
            if state.terminals == 0 { waitForNext(&state) }
        }
    }

    var isOver: Bool { state.withLockedValue { $0.isOver } }

    /// Returns when the time is over, or the calling task is cancelled.
    func untilOver() async { for await _ in endings {} }

    private func waitForNext(_ state: inout State) {
        guard let time = terms.linger else { return }
        state.alarm = loop.scheduleTask(in: TimeAmount(time)) { [self] in timePassed() }
    }

    private func timePassed() {
        state.withLockedValue { state in
            guard state.terminals == 0 else { return }
            // The mark may appear and disappear while the server runs.
            if SmallFile.exists(terms.keepMark) { return waitForNext(&state) }
            state.isOver = true
            ending.finish()
        }
    }
}
