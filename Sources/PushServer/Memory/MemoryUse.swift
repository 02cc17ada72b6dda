/// How much memory a process has, in bytes.
package struct MemoryUse: Equatable, Sendable {
    /// All memory that the process holds.
    var resident: Int
    /// The part of the heap that the program uses.
    package var heap: Int

    /// The memory besides the used heap.
    var idle: Int { resident - heap }
}
