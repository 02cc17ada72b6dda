internal import NIOCore
internal import NIOEmbedded
internal import Shared

/// A TLS handler that a stranger sends bytes to, in records as long as the first byte says.
enum TLSFuzz {
    private static let identity = try? TLSIdentity.create(names: ["localhost"])
    private static let serverContext = RenewedContext {
        identity.flatMap { try? TLSContext.server(identity: $0, alpn: ProtocolVersion.alpn) }
    }

    private static let clientContext = RenewedContext {
        try? TLSContext.client(trust: .firstUse, alpn: ProtocolVersion.alpn)
    }

    static func server(_ bytes: [UInt8]) {
        guard let context = serverContext.take(), let handler = try? TLSHandler(server: context) else { return }
        feed(bytes, to: handler)
    }

    /// A terminal that was led to a stranger's server.
    static func client(_ bytes: [UInt8]) {
        guard let context = clientContext.take(),
            let handler = try? TLSHandler(client: context, host: "localhost", port: 1)
        else { return }
        feed(bytes, to: handler)
    }

    private static func feed(_ bytes: [UInt8], to handler: TLSHandler) {
        let channel = EmbeddedChannel(handler: handler)
        try? channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        var rest = bytes.dropFirst()
        let length = Int(bytes.first ?? 0) + 1
        while !rest.isEmpty, channel.isActive {
            let piece = rest.prefix(length)
            rest = rest.dropFirst(piece.count)
            _ = try? channel.writeInbound(ByteBuffer(bytes: piece))
            while let answer = try? channel.readOutbound(as: ByteBuffer.self) { _ = answer.readableBytes }
        }
        channel.embeddedEventLoop.advanceTime(by: .minutes(5))
        precondition(!channel.isActive, "a handshake that does not end is given up")
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }
}
