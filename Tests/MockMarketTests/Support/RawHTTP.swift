import NIOCore
import NIOPosix

/// A client that knows nothing of HTTP: it sends text and keeps what comes, byte by byte, and how it ended.
final class RawHTTP: Sendable {
    enum Ending: Equatable { case closed, reset }

    private let channel: any Channel
    private let pieces: AsyncThrowingStream<ByteBuffer, any Error>

    private init(_ channel: any Channel, _ pieces: AsyncThrowingStream<ByteBuffer, any Error>) {
        (self.channel, self.pieces) = (channel, pieces)
    }

    static func connected(to port: Int) async throws -> RawHTTP {
        let (pieces, sink) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(PieceHandler(sink: sink))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return RawHTTP(channel, pieces)
    }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    func get(_ path: String, headers: String = "") async throws {
        try await send("GET \(path) HTTP/1.1\r\nHost: mock.example\r\n\(headers)\r\n")
    }

    /// Everything until `isEnough`, or until the server ends the connection.
    func read(until isEnough: (String) -> Bool = { _ in false }) async -> (text: String, ending: Ending?) {
        var text = ""
        do {
            for try await piece in pieces {
                text += String(buffer: piece)
                if isEnough(text) { return (text, nil) }
            }
            return (text, .closed)
        } catch {
            return (text, .reset)
        }
    }

    /// As many bytes as come, without keeping them.
    func countBytes(upTo limit: Int) async throws -> Int {
        var count = 0
        for try await piece in pieces {
            count += piece.readableBytes
            if count >= limit { break }
        }
        return count
    }

    func close() async { try? await channel.close() }
}

private final class PieceHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let sink: AsyncThrowingStream<ByteBuffer, any Error>.Continuation

    init(sink: AsyncThrowingStream<ByteBuffer, any Error>.Continuation) { self.sink = sink }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { sink.yield(Self.unwrapInboundIn(data)) }
    func channelInactive(context: ChannelHandlerContext) { sink.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        sink.finish(throwing: error)
        context.close(promise: nil)
    }
}
