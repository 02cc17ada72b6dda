/// Decides when to trim the heap: when the process holds much memory that it does not use, at a quiet moment if one comes.
///
/// The allocator keeps what a flood of connections or frames gives back, for a next flood that may never come. The rule knows
/// neither clock nor allocator.
struct HeapTrimRule: Sendable {
    /// Less idle memory is not worth a walk over the heap. It does not grow with the heap: a flood's memory is the same to the
    /// machine, however much the process uses beside it.
    static let bytesMin = 8 << 20
    /// A heap whose use never rests is trimmed all the same after so many looks.
    static let looksMax = 3

    /// Memory beside the heap in use that a trim does not free: code, stacks, the heap's own gaps. Nil until the first look.
    private var kept: Int?
    private var lastInUse = 0
    /// The most that was in use since the last trim.
    private var peak = 0
    /// How often in a row there was something to trim, and no quiet moment.
    private var looksWaited = 0

    /// Call at even intervals.
    /// - Returns: whether to trim now. `trimmed` must follow a trim.
    mutating func shouldTrim(_ use: MemoryUse) -> Bool {
        peak = max(peak, use.heap)
        // A sixteenth of a flood is the pace of those who come late to its end.
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

    /// - Parameter use: right after the trim. A flood that comes later must not count as what a trim leaves.
    mutating func trimmed(leaving use: MemoryUse) {
        (kept, lastInUse, peak, looksWaited) = (use.idle, use.heap, use.heap, 0)
    }
}
