import PlatformKit

/// Threads for long calculations, such as decoding a listing of some megabytes or matching thousands of coins. Their priority is lower
/// than that of the threads that deliver ticks, so a tick that comes meanwhile goes first.
enum BackgroundThread {
    /// Runs `work` on a thread of its own, and returns once it has ended.
    static func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            do throws(SystemThreadError) {
                try SystemThread {
                    SystemThread.lowerPriority()
                    continuation.resume(returning: Result(catching: work))
                }.detach()
            } catch {
                // The system has no threads left. A late tick is better than no listing.
                continuation.resume(returning: Result(catching: work))
            }
        }
        return try result.get()
    }
}
