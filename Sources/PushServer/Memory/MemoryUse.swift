/// How much memory a process has, in bytes.
struct MemoryUse: Equatable, Sendable {
    /// All that it holds.
    var resident: Int
    /// Of the heap, as the program uses it.
    var heap: Int

    /// What it holds beside the heap in use.
    var idle: Int { resident - heap }
}
