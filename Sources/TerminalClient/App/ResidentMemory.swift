internal import CMalloc
internal import PlatformKit
internal import Shared

/// Reduces the memory that the process occupies.
enum ResidentMemory {
    /// Gives back what only the start needed: free memory of the heap, and pages of the program's code. Much of that
    /// code, such as the handshake and the libraries' setup, never runs again. The kernel reads the rest from its page
    /// cache when it is needed.
    static func giveBack() {
        _ = tickwire_heap_trim()
        // Other systems than Linux have no such file.
        guard let maps = try? SmallFile.read("/proc/self/maps") else { return }
        for map in maps.split(separator: UInt8(ascii: "\n")) { dropCode(in: String(decoding: map, as: UTF8.self)) }
    }

    /// - Parameter map: "55d0c000-55d0f000 r-xp 0000c000 fe:00 42 /usr/bin/tickwire". Pages that may be executed
    ///   and not written are the same as in the file.
    private static func dropCode(in map: String) {
        let fields = map.split(separator: " ")
        guard fields.count > 5, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, let start = UnsafeMutableRawPointer(bitPattern: ends[0]) else { return }
        madvise(start, Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
}
