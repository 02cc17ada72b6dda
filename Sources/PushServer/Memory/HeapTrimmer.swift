internal import Logging
internal import NIOPosix
internal import ServiceLifecycle

/// Gives memory back to the system after a flood.
struct HeapTrimmer: Service {
    /// A flood's memory is given back within four of them after its end.
    static let interval = Duration.seconds(10)

    let memory: ProcessMemory
    let clock: any Clock<Duration>
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var rule = HeapTrimRule()
            // The first look is before the first flood.
            repeat { await look(&rule) } while (try? await clock.sleep(for: Self.interval)) != nil
        }
    }

    private func look(_ rule: inout HeapTrimRule) async {
        // The service goes on when the system does not say: its end would be the server's.
        guard let use = try? await onPool(memory.use), rule.shouldTrim(use) else { return }
        let start = ContinuousClock.now
        try? await onPool(memory.trim)
        let took = ContinuousClock.now - start
        guard let left = try? await onPool(memory.use) else { return }
        rule.trimmed(leaving: left)
        logger.debug(
            "gave memory back",
            metadata: [
                "before": "\(use.resident)", "after": "\(left.resident)", "heap": "\(left.heap)", "took": "\(took)",
            ]
        )
    }

    /// On NIO's threads for work that blocks: the walk takes milliseconds. It holds the lock of the part of the heap that it is
    /// in, so that a thread which allocates from that part waits for it, an event loop too.
    private func onPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(work)
    }
}
