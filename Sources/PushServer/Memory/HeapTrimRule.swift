/// Decides when to trim the heap: when the process holds much memory that it does not use, and if possible at a quiet
/// moment.
///
/// The allocator keeps the memory of a flood of connections or frames for another flood that may never come. The rule
/// knows neither clock nor allocator.
struct HeapTrimRule: Sendable {
    /// With less idle memory, a walk over the heap is not worth it. It does not depend on the size of the heap, because
    /// the memory of a flood matters equally to every machine.
    static let bytesMin = 8 << 20
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
