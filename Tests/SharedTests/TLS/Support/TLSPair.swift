import NIOCore
import NIOEmbedded

@testable import Shared

/// A client and a server in memory. The test controls the wire between them.
final class TLSPair {
    /// How the wire cuts what it carries.
    enum Fragmentation: Sendable, CaseIterable {
        case whole, joined, byteByByte
    }

    let client: EmbeddedChannel
    let server: EmbeddedChannel
    let clientLog = TLSLog()
    let serverLog = TLSLog()
    private let cut: (ByteBuffer) -> [ByteBuffer]

    init(
        _ clientContext: TLSContext,
        _ serverContext: TLSContext,
        host: String = "localhost",
        port: Int = 7443,
        cut: @escaping (ByteBuffer) -> [ByteBuffer] = { [$0] }
    ) throws {
        self.cut = cut
        client = EmbeddedChannel(handlers: [
            try TLSHandler(client: clientContext, host: host, port: port), TLSRecorder(clientLog),
        ])
        server = EmbeddedChannel(handlers: [try TLSHandler(server: serverContext), TLSRecorder(serverLog)])
        for channel in [server, client] {
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }
    }

    /// A pair whose client pins the server's key.
    convenience init(
        identity: TLSIdentity = TLSFixture.identity,
        limits: TLSLimits = TLSLimits(),
        fragmentation: Fragmentation = .whole
    ) throws {
        try self.init(
            .client(trust: .pin(identity.pin), alpn: TLSFixture.alpn, limits: limits),
            .server(identity: identity, alpn: TLSFixture.alpn, limits: limits),
            cut: { fragmentation == .byteByByte ? Self.singleBytes($0) : [$0] }
        )
    }

    /// Carries bytes back and forth until none are left.
    func pump() throws {
        while try carry(client, to: server) || carry(server, to: client) {}
    }

    /// Carries the bytes that one end has sent. True if there were any.
    @discardableResult
    func carry(_ sender: EmbeddedChannel, to receiver: EmbeddedChannel) throws -> Bool {
        guard let sent = try takeSent(sender) else { return false }
        for part in cut(sent) {
            receiver.pipeline.fireChannelRead(part)
            receiver.pipeline.fireChannelReadComplete()
        }
        return true
    }

    /// The bytes that one end has sent since the last call, in one buffer.
    func takeSent(_ channel: EmbeddedChannel) throws -> ByteBuffer? {
        var all = ByteBuffer()
        while let next = try channel.readOutbound(as: ByteBuffer.self) { all.writeImmutableBuffer(next) }
        return all.readableBytes > 0 ? all : nil
    }

    /// Ends TCP without TLS's goodbye.
    func cutWire(of channel: EmbeddedChannel) {
        channel.pipeline.fireChannelInactive()
    }

    func send(_ text: String, from channel: EmbeddedChannel) {
        channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }

    static func singleBytes(_ bytes: ByteBuffer) -> [ByteBuffer] {
        bytes.readableBytesView.map { ByteBuffer(bytes: [$0]) }
    }

    deinit {
        for channel in [client, server] {
            // Without a peer to answer, `finish` would wait forever for its goodbye.
            cutWire(of: channel)
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
    }
}
