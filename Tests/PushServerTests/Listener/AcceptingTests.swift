import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import PushServer

struct AcceptingTests {
    /// Without it, a connection that cannot be accepted is tried again and again, and the event loop does nothing else.
    @Test func aPortThatIsOutOfFileDescriptorsWaitsBeforeItAcceptsAgain() async throws {
        let channel = try await ServerBootstrap.accepting(in: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.autoRead, value: false)
            .bind(host: "127.0.0.1", port: 0).get()
        let reads = try await channel.eventLoop.submit {
            let counter = ReadCounter()
            try channel.pipeline.syncOperations.addHandler(counter, position: .first)
            channel.read()
            channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
            for _ in 0..<10 { channel.read() }
            return counter.reads
        }.get()
        #expect(reads == 1)
        try await channel.close()
    }
}

private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = any Channel

    private(set) var reads = 0

    func read(context: ChannelHandlerContext) { reads += 1 }
}
