import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HeapTests {
    /// Each thread used to have its own heap, and could not use what was free in another. So the memory of a long-running server
    /// grew with each crowd of terminals that came and went.
    @Test func threadsShareOneHeapForEachCore() async throws {
        try await withTemporaryDirectory { directory in
            let server = try await ServerBinary.start(in: directory, port: 0)
            let maps = try server.memoryMaps
            await server.stop()
            #expect(Self.heapCount(in: maps) <= System.coreCount)
        }
    }

    /// Counts the heap of the main thread and the others. For each of these, glibc reserves 64 MiB at a multiple of 64 MiB
    /// (`HEAP_MAX_SIZE`), of which it uses the beginning.
    private static func heapCount(in maps: [MemoryMap]) -> Int {
        let bytes: UInt = 64 << 20
        return 1
            + zip(maps, maps.dropFirst()).count { used, rest in
                used.isWritable && !rest.isWritable && used.addresses.upperBound == rest.addresses.lowerBound
                    && used.addresses.lowerBound.isMultiple(of: bytes)
                    && rest.addresses.upperBound - used.addresses.lowerBound == bytes
            }
    }
}
