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

/// Decides when to trim the heap: when the process holds much memory that it does not use, and if possible at a quiet
/// moment.
///
/// The allocator keeps the memory of a flood of connections or frames for another flood that may never come. The rule
/// knows neither clock nor allocator.
struct HeapTrimRule: Sendable {
    /// With less idle memory, a walk over the heap is not worth it. It does not depend on the size of the heap, because
    /// the memory of a flood matters equally to every machine.
    static let bytesMin = 2 << 20
    /// After this many looks, a heap is trimmed even if its use never rests.
    static let looksMax = 3

    /// The memory besides the used heap that a trim does not free: code, stacks, gaps in the heap. Nil until the first
    /// look.
    private var kept: Int?
    private var lastInUse = 0
    /// The highest use since the last trim.
    private var peak = 0
    /// How many looks in a row found something to trim, but no quiet moment.
    private var looksWaited = 0

    /// Call it at regular intervals.
    /// - Returns: whether to trim now. Call `trimmed` after a trim.
    mutating func shouldTrim(_ use: MemoryUse) -> Bool {
        peak = max(peak, use.heap)
        // At the end of a flood, stragglers still change its use by about a sixteenth.
        let isAtRest = abs(use.heap - lastInUse) < max(Self.bytesMin / 4, peak / 16)
        lastInUse = use.heap
        let kept = min(self.kept ?? use.idle, use.idle)
        self.kept = kept
        guard use.idle - kept >= Self.bytesMin else {
            looksWaited = 0
            return false
        }
        looksWaited += 1
        return isAtRest || looksWaited >= Self.looksMax
    }

    /// - Parameter use: the use right after the trim, because a later flood must not count as what a trim leaves.
    mutating func trimmed(leaving use: MemoryUse) {
        (kept, lastInUse, peak, looksWaited) = (use.idle, use.heap, use.heap, 0)
    }
}
