internal import NIOCore
internal import NIOPosix
internal import Shared

/// A frame with the bytes that it came in.
struct NodeFrame: Sendable {
    let frame: ServerFrame
    let body: ByteBuffer
}

/// Why a node cannot be followed.
enum ParentError: Error, CustomStringConvertible {
    case badAddress(String)
    case closed(Close)
    case left(FollowerRules.Departure)
    case lost
    /// The node makes its prices up, and this one does not.
    case mockMarket
    /// The node reads a real market, and this one would make its prices up.
    case realMarket

    var description: String {
        switch self {
        case .badAddress(let address): "the lease names \(address), which is no HOST:PORT"
        case .closed(let close) where close.code == .badLogin:
            "its database does not have the secret of this node; give all nodes the same --store"
        case .closed(let close): "the node closed the connection: \(close.message)"
        case .left(.ring): "the node follows this one"
        case .left(.itself): "the address leads to this node itself"
        case .left(.oldTerm): "the node follows a leader that has been replaced"
        case .left(.noBeat): "no beat of the leader comes from the node"
        case .left(.otherLeader): "another node leads now"
        case .lost: "the connection was lost"
        case .mockMarket: "its prices are made up, and this node's are not; give all nodes the same --market"
        case .realMarket:
            "its prices are real, and this node would make its own up; give all nodes the same --market"
        }
    }

    /// Says why a node cannot be followed. `TLSError`'s own words are for the user of a terminal.
    static func words(for error: any Error) -> String {
        guard case .keyChanged(let expected, let presented)? = error as? TLSError else {
            return ConnectFailure(error).description
        }
        return """
            its key is \(presented) instead of \(expected); \
            check the address, and give all nodes the same certificate
            """
    }
}

/// The connection of a node to the one that it follows.
struct ParentChannel: Sendable {
    typealias Outbound = NIOAsyncChannelOutboundWriter<ClientFrame>

    static let connectTime = TimeAmount.seconds(1)

    let channel: NIOAsyncChannel<NodeFrame, ClientFrame>

    /// - Throws: `ParentError`, `TLSError`, or an error of the network.
    static func open(to node: NodeAddress, group: any EventLoopGroup) async throws -> ParentChannel {
        guard let endpoint = ServerConfiguration.Endpoint(node.address), endpoint.port > 0 else {
            throw ParentError.badAddress(node.address)
        }
        let (host, port) = (endpoint.host, endpoint.port)
        let tls = try TLSContext.client(trust: .pin(node.pin), alpn: ProtocolVersion.alpn)
        let channel = try await ClientBootstrap(group: group).connectTimeout(connectTime)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let frames = FrameExchangeHandler(limits: SessionLimits(), now: .now()) {
                        NodeFrame(frame: $0, body: $1)
                    }
                    try channel.pipeline.syncOperations.addHandlers([
                        try TLSHandler(client: tls, host: host, port: port), frames,
                    ])
                    return try NIOAsyncChannel<NodeFrame, ClientFrame>(wrappingChannelSynchronously: channel)
                }
            }
        return ParentChannel(channel: channel)
    }

    func close() { channel.channel.close(promise: nil) }
}
