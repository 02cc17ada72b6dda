internal import Foundation
internal import NIOCore
internal import NIOPosix
internal import Shared

/// One connection to the server, from the TCP handshake to its end.
struct ServerChannel: Sendable {
    typealias Inbound = NIOAsyncChannelInboundStream<ServerFrame>
    typealias Outbound = NIOAsyncChannelOutboundWriter<ClientFrame>

    private static let connectTime = TimeAmount.seconds(5)

    private let channel: NIOAsyncChannel<ServerFrame, ClientFrame>

    /// Connects. The TLS handshake goes on while the first frame is written.
    /// - Throws: `ConnectionError.unreachable`
    static func open(
        to address: ServerAddress,
        tls: TLSContext,
        group: any EventLoopGroup
    ) async throws(ConnectionError) -> ServerChannel {
        do {
            let channel = try await ClientBootstrap(group: group)
                .connectTimeout(connectTime)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .connect(host: address.host, port: address.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = try TLSHandler(client: tls, host: address.host, port: address.port)
                        let frames = FrameExchangeHandler(limits: SessionLimits(), now: .now())
                        try channel.pipeline.syncOperations.addHandlers([handler, frames])
                        return try NIOAsyncChannel<ServerFrame, ClientFrame>(wrappingChannelSynchronously: channel)
                    }
                }
            return ServerChannel(channel: channel)
        } catch let error as TLSError {
            throw .insecure(error)
        } catch {
            throw .unreachable(address, reason: Self.words(for: error))
        }
    }

    /// Runs `body` for as long as it likes, then closes the connection.
    /// - Throws: why the connection ended, if that was not `body`'s doing.
    @MainActor
    func use(_ body: @MainActor (Inbound, Outbound) async throws -> Void) async throws(ConnectionError) {
        do {
            try await channel.executeThenClose { try await body($0, $1) }
        } catch let error as ConnectionError {
            throw error
        } catch let error as TLSError {
            throw error == .truncated || error == .closedDuringHandshake ? .lost : .insecure(error)
        } catch let error as FrameError {
            throw .garbled(error)
        } catch {
            throw .lost
        }
    }

    static func words(for error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { words(for: $0.error) }
                ?? (error.dnsAError ?? error.dnsAAAAError).map { _ in "its name is not known" } ?? "no address answers"
        case let error as IOError where error.errnoCode == ECONNREFUSED: "nothing listens there"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is ChannelError: "it does not answer"
        default: "\(error)"
        }
    }
}
