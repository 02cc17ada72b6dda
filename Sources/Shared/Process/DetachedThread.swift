package import PlatformKit

/// A thread for one call that blocks or calculates for long, because neither may keep a thread of the cooperative pool.
package enum DetachedThread {
    /// Runs `work` on a thread of its own, and returns once it has ended. If the system has no threads left, the work runs in place:
    /// late is better than never.
    package static func run<Value: Sendable, Failure: Error>(
        priority: SystemThread.Priority = .usual,
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            start(priority: priority) { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }

    /// Runs `work` as `run` does, and returns at once if there is a thread.
    static func start(priority: SystemThread.Priority = .usual, _ work: @escaping @Sendable () -> Void) {
        do throws(SystemThreadError) {
            try SystemThread(priority: priority, work).detach()
        } catch {
            work()
        }
    }
}
