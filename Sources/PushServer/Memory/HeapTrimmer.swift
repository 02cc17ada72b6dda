internal import Logging
internal import NIOPosix
internal import ServiceLifecycle

/// Gives memory back to the system after a flood.
struct HeapTrimmer: Service {
    /// The time between two looks. The memory of a flood is returned within four of them after its end.
    static let interval = Duration.seconds(10)

    let memory: ProcessMemory
    let clock: any Clock<Duration>
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var rule = HeapTrimRule()
            // The first look comes before the first flood.
            repeat { await look(&rule) } while (try? await clock.sleep(for: Self.interval)) != nil
        }
    }

    private func look(_ rule: inout HeapTrimRule) async {
        // If the system does not report the memory, the service continues, because its end would end the server.
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

    /// Runs on NIO's threads for blocking work, because the walk takes milliseconds. It holds the lock of one part of
    /// the heap at a time. A thread that allocates from that part waits for it, even an event loop.
    private func onPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(work)
    }
}
