internal import CMalloc
internal import NIOCore
internal import PlatformKit
internal import Shared

/// The memory of this process: how much there is, and how to return idle memory.
package struct ProcessMemory: Sendable {
    /// Nil if the system does not say. It walks over the heap.
    package var use: @Sendable () -> MemoryUse?
    /// Returns idle pages of the heap to the system. It walks over the free parts of the heap.
    var trim: @Sendable () -> Void

    /// Lets the threads of this process share one heap for each core. Call it before there are other threads.
    ///
    /// Without it, each thread has a heap, and no heap uses the free memory of another. Floods that reach different
    /// heaps then leave gaps in each, and the memory of a process that runs for months grows.
    package static func shareHeaps() { tickwire_heaps_max(CInt(clamping: System.coreCount)) }

    /// The memory of this process; nil if the system or the allocator does not say how much is in use.
    package static func own() -> ProcessMemory? {
        guard tickwire_heap_in_use() > 0, let file = ResidentSize() else { return nil }
        return ProcessMemory {
            file.bytes.map { MemoryUse(resident: $0, heap: Int(tickwire_heap_in_use())) }
        } trim: {
            _ = tickwire_heap_trim()
        }
    }
}

/// Reads how much memory this process holds (proc(5)). The file stays open, because it must be readable even when a
/// flood has used up all file descriptors.
private final class ResidentSize: Sendable {
    private let descriptor: CInt

    init?() {
        descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        if descriptor < 0 || bytes == nil { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var bytes: Int? {
        var text = [UInt8](repeating: 0, count: 256)
        let count = pread(descriptor, &text, text.count, 0)
        // The total size and the resident size, in pages.
        let fields = text.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
        guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return nil }
        return pages * Int(tickwire_page_bytes())
    }
}

/// How much memory a process has, in bytes.
package struct MemoryUse: Equatable, Sendable {
    /// All memory that the process holds.
    var resident: Int
    /// The part of the heap that the program uses.
    package var heap: Int

    /// The memory besides the used heap.
    var idle: Int { resident - heap }
}
