import NIOCore
import Shared
import TestSupport
import Testing

struct FrameReaderTests {
    private func frames(_ bodies: [[UInt8]]) -> [UInt8] {
        bodies.flatMap { body in [0, 0, UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body }
    }

    private func read(_ bytes: [UInt8], pieces: Int, limit: Int = 1000) throws -> [[UInt8]] {
        var reader = FrameReader(limit: limit)
        var bodies: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            reader.append(ByteBuffer(bytes: bytes[start..<min(start + pieces, bytes.count)]))
            while let body = try reader.next() { bodies.append(Array(body.readableBytesView)) }
        }
        #expect(!reader.isInsideFrame)
        return bodies
    }

    @Test func framesAreReadInAnyFragmentation() throws {
        var generator = SeededGenerator(seed: 7)
        let bodies = (0..<50).map { _ in
            (0..<Int.random(in: 1...700, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
        }
        for pieces in [1, 2, 3, 5, 64, 1000, 100_000] {
            let read = try read(frames(bodies), pieces: pieces)
            #expect(read == bodies, "in pieces of \(pieces)")
        }
    }

    @Test func nothingIsNoBeginningOfAFrame() {
        var reader = FrameReader(limit: 10)
        reader.append(ByteBuffer())
        #expect(!reader.isInsideFrame)
    }

    @Test func aFrameOverTheLimitIsRefusedBeforeItsBytesCome() {
        var reader = FrameReader(limit: 10)
        reader.append(ByteBuffer(bytes: [0, 0, 0, 11]))
        #expect(throws: FrameError.tooLarge(bytes: 11, limit: 10)) { try reader.next() }
    }

    @Test func anEmptyFrameIsRefused() {
        var reader = FrameReader(limit: 10)
        reader.append(ByteBuffer(bytes: [0, 0, 0, 0]))
        #expect(throws: FrameError.empty) { try reader.next() }
    }
}
