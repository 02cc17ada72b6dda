import Shared

/// A part of a process's address space (proc(5), `maps`).
struct MemoryMap {
    let addresses: Range<UInt>
    let isWritable: Bool

    /// - Returns: all of them in the order of their addresses.
    static func all(of process: Int32) throws -> [MemoryMap] {
        // "7f2a4c000000-7f2a4c021000 rw-p 00000000 00:00 0"
        String(decoding: try SmallFile.read("/proc/\(process)/maps"), as: UTF8.self).split(separator: "\n").compactMap {
            let fields = $0.split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, fields.count > 1 else { return nil }
            return MemoryMap(addresses: ends[0]..<ends[1], isWritable: fields[1].contains("w"))
        }
    }
}
