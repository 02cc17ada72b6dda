import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

@testable import Shared

/// A server or a client on a real socket, with a log of its pipeline's events.
struct TLSLoopback {
    let channel: any Channel
    let log: TLSLog

    static let group = MultiThreadedEventLoopGroup.singleton

    /// Listens on a free port of 127.0.0.1 for one connection after another.
    static func withServer<Result>(
        _ context: TLSContext,
        autoRead: Bool = true,
        halfClosure: Bool = false,
        echoing: Bool = false,
        byteByByte: Bool = false,
        _ body: (Int, TLSServerLog) throws -> Result
    ) throws -> Result {
        let accepted = TLSServerLog()
        let listener = try ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: autoRead)
            .childChannelOption(.allowRemoteHalfClosure, value: halfClosure)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let log = TLSLog()
                    try channel.pipeline.syncOperations.addHandler(TLSWire(byteByByte: byteByByte))
                    try channel.pipeline.syncOperations.addHandler(TLSHandler(server: context))
                    if echoing { try channel.pipeline.syncOperations.addHandler(Echo()) }
                    try channel.pipeline.syncOperations.addHandler(TLSRecorder(log))
                    accepted.add(TLSLoopback(channel: channel, log: log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).wait()
        defer {
            try? listener.close().wait()
            for connection in accepted.all { connection.channel.close(promise: nil) }
        }
        return try body(listener.localAddress?.port ?? 0, accepted)
    }

    static func connect(
        _ context: TLSContext,
        port: Int,
        host: String = "localhost",
        autoRead: Bool = true,
        byteByByte: Bool = false
    ) throws -> TLSLoopback {
        let log = TLSLog()
        let channel = try ClientBootstrap(group: group)
            .channelOption(.autoRead, value: autoRead)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(TLSWire(byteByByte: byteByByte))
                    let handler = try TLSHandler(client: context, host: host, port: port)
                    try channel.pipeline.syncOperations.addHandler(handler)
                    try channel.pipeline.syncOperations.addHandler(TLSRecorder(log))
                }
            }
            .connect(host: "127.0.0.1", port: port).wait()
        return TLSLoopback(channel: channel, log: log)
    }
}

extension TLSLoopback {
    /// Ends TCP with a reset, and blocks until it is done. Call it on a thread that may block, which may be another
    /// event loop's.
    func resetAndWait() {
        let done = DispatchSemaphore(value: 0)
        let linger = linger(l_onoff: 1, l_linger: 0)
        channel.eventLoop.flatSubmit { [channel] in
            guard let socket = channel as? any SocketOptionProvider else { preconditionFailure("it is no socket") }
            return socket.setSoLinger(linger).flatMap { channel.triggerUserOutboundEvent(TLSWire.Cut.now) }
        }.whenComplete { _ in done.signal() }
        done.wait()
    }
}

/// The connections that a server has accepted.
final class TLSServerLog: Sendable {
    private let connections = NIOLockedValueBox<[TLSLoopback]>([])
    private let accepted = TLSLog()

    var all: [TLSLoopback] { connections.withLockedValue { $0 } }

    func add(_ connection: TLSLoopback) {
        connections.withLockedValue { $0.append(connection) }
        accepted.change { $0.reads += 1 }
    }

    /// Blocks until the first connection is there.
    func first(_ index: Int = 0) -> TLSLoopback {
        accepted.wait { $0.reads > index }
        return all[index]
    }
}

/// Sends back everything that arrives, and passes it on.
final class Echo: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(data, promise: nil)
        context.fireChannelRead(data)
    }
}
