internal import Observation

/// Observable state as a stream, for flows that wait for something to become true.
///
/// `Observations` (SE-0475) does the same, but not on the oldest system that the package supports.
@MainActor
enum Observed {
    /// What `read` returns: now, and again each time something that it looked at has changed. Values that nobody
    /// took in time are replaced by newer ones.
    static func values<Value: Sendable>(_ read: @escaping @MainActor () -> Value) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        follow(read, into: continuation)
        return stream
    }

    private static func follow<Value: Sendable>(
        _ read: @escaping @MainActor () -> Value,
        into continuation: AsyncStream<Value>.Continuation
    ) {
        let value = withObservationTracking(read) {
            // Unstructured: this is called from within the change, before it is made, and cannot wait.
            Task { await follow(read, into: continuation) }
        }
        // A stream that nobody reads any more is not followed further: its last tracking ends with the next change.
        if case .terminated = continuation.yield(value) { return }
    }
}
