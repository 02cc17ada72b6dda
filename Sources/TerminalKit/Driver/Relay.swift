import Synchronization

/// Passes elements to one reader. `AsyncStream` takes more steps for each element, and each step may wake another
/// thread on a key's way to the screen.
///
/// It is bounded: if nobody reads, the oldest elements are lost. It ends when it is finished, or when the reading task
/// is cancelled.
package final class Relay<Element: Sendable>: AsyncSequence, Sendable {
    private struct State {
        var waiting: [Element] = []
        var reader: CheckedContinuation<Element?, Never>?
        var isFinished = false
    }

    private let limit: Int
    private let state = Mutex(State())

    package init(keepingNewest limit: Int) { self.limit = limit }

    package func yield(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            if let reader = state.reader.take() { return reader }
            if state.isFinished { return nil }
            if state.waiting.count == limit { state.waiting.removeFirst() }
            state.waiting.append(element)
            return nil
        }
        reader?.resume(returning: element)
    }

    /// Ends the relay. Elements that were yielded before can still be read.
    package func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }

    package func makeAsyncIterator() -> Iterator { Iterator(relay: self) }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let relay: Relay

        package func next(isolation actor: isolated (any Actor)?) async -> Element? {
            // A reader that has fallen behind yields to other tasks of its actor between two elements.
            if relay.hasWaiting { await Task.yield() }
            return await withTaskCancellationHandler(
                operation: { await withCheckedContinuation(isolation: actor) { relay.take($0) } },
                onCancel: { relay.finish() },
                isolation: actor
            )
        }
    }

    private var hasWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    private func take(_ reader: CheckedContinuation<Element?, Never>) {
        let next = state.withLock { state -> Element?? in
            precondition(state.reader == nil, "a relay has one reader")
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            if state.isFinished { return .some(nil) }
            state.reader = reader
            return nil
        }
        if let next { reader.resume(returning: next) }
    }
}
