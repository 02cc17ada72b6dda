import Dispatch
import Synchronization

/// Writes to a terminal completely and in order, and never blocks the caller's thread. A queue writes what the terminal
/// does not take at once, while the caller is suspended.
final class OutputWriter: Sendable {
    private enum State {
        case closed
        case open
        /// The caller no longer waits for a terminal that takes nothing.
        case ending
    }

    let descriptor: OutputDescriptor
    private let queue = DispatchQueue(label: "terminal-output")
    private let state = Mutex(State.closed)

    init(_ descriptor: OutputDescriptor) { self.descriptor = descriptor }

    deinit { descriptor.closeIfReopened() }

    /// Returns when everything is written, or was dropped because the terminal was given back. If the calling task is
    /// cancelled, it also returns once the terminal takes nothing. Only one caller at a time.
    func write(_ bytes: [UInt8]) async {
        let rest = descriptor.isReopened ? writeNow(bytes) : bytes[...]
        guard !rest.isEmpty else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                queue.async {
                    self.drain(rest)
                    continuation.resume()
                }
            }
        } onCancel: {
            state.withLock { if $0 == .open { $0 = .ending } }
        }
    }

    /// Stops writing. Then it sends `lastly`, with nothing else under way.
    func close(lastly: [UInt8]) {
        state.withLock { $0 = .closed }
        queue.sync { attempt(lastly) }
    }

    func open(firstly: [UInt8]) {
        queue.sync { attempt(firstly) }
        state.withLock { $0 = .open }
    }

    /// Returns the bytes that the terminal did not take at once.
    private func writeNow(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        state.withLock { state in
            guard state != .closed, let sent = descriptor.send(bytes[...]) else { return [] }
            return bytes[sent...]
        }
    }

    /// Stops when the terminal is gone or was given back, or if nobody waits for it any more and it takes nothing, which
    /// this checks between waits.
    private func drain(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty, state.withLock({ $0 != .closed }) {
            guard descriptor.waitUntilWritable() else {
                if state.withLock({ $0 == .ending }) { return }
                continue
            }
            guard let sent = descriptor.send(rest) else { return }
            rest = rest.dropFirst(sent)
        }
    }

    /// For the few bytes at the beginning and end of a session. A terminal that takes nothing for a while does not get
    /// them.
    private func attempt(_ bytes: [UInt8]) {
        var rest = bytes[...]
        for _ in 0..<5 where !rest.isEmpty && descriptor.waitUntilWritable() {
            rest = rest.dropFirst(descriptor.send(rest) ?? 0)
        }
    }
}
