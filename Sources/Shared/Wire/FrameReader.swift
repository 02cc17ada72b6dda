public import NIOCore

/// Cuts a stream of bytes into frames: a UInt32 length in network byte order, then that many bytes.
///
/// A frame's length is checked before its bytes are awaited, so that a peer cannot make this end store more than the
/// limit.
public struct FrameReader {
    /// The largest allowed frame body, in bytes.
    public var limit: Int
    private var pending: ByteBuffer?

    public init(limit: Int) { self.limit = limit }

    public mutating func append(_ bytes: ByteBuffer) {
        if bytes.readableBytes == 0 { return }
        guard var held = pending, held.readableBytes > 0 else { return pending = bytes }
        held.discardReadBytes()
        var bytes = bytes
        pending = nil
        held.writeBuffer(&bytes)
        pending = held
    }

    /// - Returns: the next whole frame's body, or nil if more bytes are needed.
    /// - Throws: `.tooLarge` or `.empty`. Then the stream cannot be read any further.
    public mutating func next() throws(FrameError) -> ByteBuffer? {
        guard var held = pending else { return nil }
        guard let length = held.getInteger(at: held.readerIndex, as: UInt32.self) else { return nil }
        if length == 0 { throw .empty }
        if length > limit { throw .tooLarge(bytes: Int(length), limit: limit) }
        guard held.readableBytes >= 4 + Int(length) else { return nil }
        held.moveReaderIndex(forwardBy: 4)
        let body = held.readSlice(length: Int(length))
        // Release a used buffer at once, so that an idle connection holds none.
        pending = held.readableBytes > 0 ? held : nil
        return body
    }

    /// Whether the stream ended inside a frame.
    public var isInsideFrame: Bool { pending != nil }
}

/// Why bytes are not a frame.
public enum FrameError: Error, Equatable, Sendable, CustomStringConvertible {
    case empty
    case tooLarge(bytes: Int, limit: Int)
    case malformed(String)

    public var description: String {
        switch self {
        case .empty: "a frame of 0 bytes came; a frame has at least one"
        case .tooLarge(let bytes, let limit): "a frame of \(bytes) bytes came; at most \(limit) are accepted"
        case .malformed(let problem): "a frame could not be read: \(problem)"
        }
    }

    public var closeCode: CloseCode {
        switch self {
        case .empty, .malformed: .badFrame
        case .tooLarge: .frameTooLarge
        }
    }
}
