import NIOCore

/// Just enough of HTTP/2 (RFC 9113) to answer a GET. The body is always the connection's number.
final class SmallHTTP2: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum FrameType {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let settings: UInt8 = 4
        static let ping: UInt8 = 6
    }

    private static let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    private static let acknowledged: UInt8 = 1
    private static let endOfHeaders: UInt8 = 4
    /// `:status: 200`, entry 8 of HPACK's static table (RFC 7541, appendix A).
    private static let statusOK: [UInt8] = [0x88]

    private let connection: Int
    private let together: Int
    private var unread = ByteBuffer()
    private var isGreeted = false
    private var streams: [UInt32] = []

    init(connection: Int, together: Int) { (self.connection, self.together) = (connection, together) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unread.writeImmutableBuffer(Self.unwrapInboundIn(data))
        if !isGreeted {
            guard unread.readString(length: Self.preface.utf8.count) == Self.preface else { return }
            isGreeted = true
            send(FrameType.settings, [], context)
        }
        while takeFrame(context) {}
        context.flush()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func takeFrame(_ context: ChannelHandlerContext) -> Bool {
        guard let head = unread.getBytes(at: unread.readerIndex, length: 9) else { return false }
        let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
        guard unread.readableBytes >= 9 + length else { return false }
        unread.moveReaderIndex(forwardBy: 9)
        let payload = unread.readBytes(length: length) ?? []
        let stream = head[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        switch head[3] {
        case FrameType.settings where head[4] & Self.acknowledged == 0:
            send(FrameType.settings, [], flags: Self.acknowledged, context)
        case FrameType.ping where head[4] & Self.acknowledged == 0:
            send(FrameType.ping, payload, flags: Self.acknowledged, context)
        case FrameType.headers: take(stream, context)
        default: break
        }
        return true
    }

    private func take(_ stream: UInt32, _ context: ChannelHandlerContext) {
        streams.append(stream)
        guard streams.count >= together else { return }
        for stream in streams {
            send(FrameType.headers, Self.statusOK, flags: Self.endOfHeaders, stream: stream, context)
            // The flag that ends a stream has the same value as that of an acknowledgement.
            send(FrameType.data, Array("\(connection)".utf8), flags: Self.acknowledged, stream: stream, context)
        }
        streams = []
    }

    private func send(
        _ type: UInt8,
        _ payload: [UInt8],
        flags: UInt8 = 0,
        stream: UInt32 = 0,
        _ context: ChannelHandlerContext
    ) {
        var frame = ByteBuffer()
        frame.writeBytes([0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags])
        frame.writeInteger(stream)
        frame.writeBytes(payload)
        context.write(Self.wrapOutboundOut(frame), promise: nil)
    }
}
