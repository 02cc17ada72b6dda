internal import NIOCore
internal import SwiftProtobuf

/// A ByteBuffer's bytes in the form that SwiftProtobuf reads and writes, without a copy through Data.
struct ByteBufferBytes: SwiftProtobufContiguousBytes {
    private(set) var buffer: ByteBuffer

    init(_ buffer: ByteBuffer) { self.buffer = buffer }

    init(repeating: UInt8, count: Int) { buffer = ByteBuffer(repeating: repeating, count: count) }

    init<S: Sequence>(_ bytes: S) where S.Element == UInt8 { buffer = ByteBuffer(bytes: bytes) }

    var count: Int { buffer.readableBytes }

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try buffer.withUnsafeReadableBytes(body)
    }

    mutating func withUnsafeMutableBytes<R>(_ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R {
        try buffer.withUnsafeMutableReadableBytes(body)
    }
}

extension SwiftProtobuf.Message {
    /// The message without a length.
    var encoded: ByteBuffer {
        // Encoding fails only for required fields of proto2 and for Any, which the protocol does not have.
        guard let body: ByteBufferBytes = try? serializedBytes() else { preconditionFailure("a message is encodable") }
        return body.buffer
    }

    /// Writes the message as one frame.
    func writeFrame(into buffer: inout ByteBuffer) {
        let body = encoded
        buffer.writeInteger(UInt32(body.readableBytes))
        buffer.writeImmutableBuffer(body)
    }

    /// - Throws: `.malformed`
    init(frameBody: ByteBuffer) throws(FrameError) {
        do {
            try self.init(serializedBytes: ByteBufferBytes(frameBody))
        } catch {
            throw .malformed("\(error)")
        }
    }
}
