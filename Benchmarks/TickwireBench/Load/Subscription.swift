import NIOCore
import Shared

/// How a subscriber connects and subscribes.
struct Subscription: Sendable {
    var alpn: String?
    /// Sent after the handshake.
    var request: [UInt8] = []
    /// The bytes of the request that differ between connections.
    var unique: Range<Int>?
    /// Sent at intervals.
    var alive: [UInt8] = []
    /// Whether the server speaks before TLS begins, as NATS does.
    var startsTLS = false
    var isPlain = false

    /// Sends nothing.
    static let none = Subscription(alpn: ProtocolVersion.alpn)

    /// A Tickwire terminal.
    static func terminal(_ token: [UInt8], resume: MarketPosition? = nil, withoutMarket: Bool = false) -> Subscription {
        let client = ClientID(high: 0x0102_0304_0506_0708, low: 0x1112_1314_1516_1718)
        var hello = Hello(
            clientName: "bench",
            clientVersion: "1",
            deviceName: "bench",
            clientID: client,
            credentials: .token(token)
        )
        (hello.resume, hello.withoutMarket) = (resume, withoutMarket)
        let request = bytes(.hello(hello))
        let id = (UInt8(0x01)...0x08).map { $0 } + (UInt8(0x11)...0x18).map { $0 }
        let start = request.indices.first { request[$0...].starts(with: id) }
        guard let start else { preconditionFailure("a hello holds its client's id, big-endian") }
        return Subscription(
            alpn: ProtocolVersion.alpn,
            request: request,
            unique: start..<(start + ClientID.byteCount),
            alive: bytes(.pong(nonce: 0))
        )
    }

    private static func bytes(_ frame: ClientFrame) -> [UInt8] {
        var buffer = ByteBuffer()
        frame.write(into: &buffer)
        return Array(buffer.readableBytesView)
    }
}
