import Dispatch
import Synchronization

/// Writes to a terminal completely and in order, and never blocks the caller's thread. A queue writes what the terminal
/// does not take at once, while the caller is suspended.
final class OutputWriter: Sendable {
    let descriptor: OutputDescriptor
    private let queue = DispatchQueue(label: "terminal-output")
    private let isOpen = Mutex(false)

    init(_ descriptor: OutputDescriptor) { self.descriptor = descriptor }

    deinit { descriptor.closeIfReopened() }

    /// Returns when everything is written, or was dropped because the terminal was given back. Only one caller at a
    /// time.
    func write(_ bytes: [UInt8]) async {
        let rest = descriptor.isReopened ? writeNow(bytes) : bytes[...]
        guard !rest.isEmpty else { return }
        await withCheckedContinuation { continuation in
            queue.async {
                self.drain(rest)
                continuation.resume()
            }
        }
    }

    /// Stops writing. Then it sends `lastly`, with nothing else under way.
    func close(lastly: [UInt8]) {
        isOpen.withLock { $0 = false }
        queue.sync { attempt(lastly) }
    }

    func open(firstly: [UInt8]) {
        queue.sync { attempt(firstly) }
        isOpen.withLock { $0 = true }
    }

    /// Returns the bytes that the terminal did not take at once.
    private func writeNow(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        isOpen.withLock { isOpen in
            guard isOpen, let sent = descriptor.send(bytes[...]) else { return [] }
            return bytes[sent...]
        }
    }

    /// Stops when the terminal is gone or was given back, which it checks between waits.
    private func drain(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty, isOpen.withLock({ $0 }) {
            guard descriptor.waitUntilWritable() else { continue }
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
