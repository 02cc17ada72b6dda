import NIOCore
import NIOEmbedded
import Testing

@testable import Shared

/// Many handshakes at once on one event loop: a few are answered, then the loop's other work comes, then the next few.
struct TLSHandshakeTurnsTests {
    private let loop = EmbeddedEventLoop()
    private let serverContext: TLSContext
    private let clientContext: TLSContext

    init() throws {
        serverContext = try .server(identity: TLSFixture.identity, alpn: TLSFixture.alpn)
        clientContext = try .client(trust: .pin(TLSFixture.identity.pin), alpn: TLSFixture.alpn)
    }

    private struct Pair {
        let client: EmbeddedChannel
        let server: EmbeddedChannel
        let log = TLSLog()

        func carry() throws {
            while let bytes = try client.readOutbound(as: ByteBuffer.self) {
                server.pipeline.fireChannelRead(bytes)
                server.pipeline.fireChannelReadComplete()
            }
        }

        /// What the server has sent and nobody has taken.
        var isAnswered: Bool {
            get throws {
                guard let bytes = try server.readOutbound(as: ByteBuffer.self) else { return false }
                client.pipeline.fireChannelRead(bytes)
                return true
            }
        }
    }

    private func makePair() throws -> Pair {
        let client = EmbeddedChannel(
            handlers: [try TLSHandler(client: clientContext, host: "localhost", port: 1)],
            loop: loop
        )
        let server = EmbeddedChannel(handlers: [try TLSHandler(server: serverContext)], loop: loop)
        let pair = Pair(client: client, server: server)
        try server.pipeline.syncOperations.addHandler(TLSRecorder(pair.log))
        for channel in [server, client] {
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        }
        return pair
    }

    @Test func aFewAreAnsweredInEachTurnAndAllInTheEnd() throws {
        let pairs = try (0..<30).map { _ in try makePair() }
        for pair in pairs { try pair.carry() }
        var answered = 0
        var turns: [Int] = []
        while answered < 30, turns.count < 30 {
            let now = try pairs.count { try $0.isAnswered }
            answered += now
            turns.append(now)
            loop.advanceTime(by: LoopTurns.pause)
        }
        let perTurn = LoopTurns.piecesPerTurn
        #expect(turns == [perTurn, perTurn, perTurn, 30 - 3 * perTurn])
        for _ in 0..<10 {
            for pair in pairs { try pair.carry() }
            loop.advanceTime(by: LoopTurns.pause)
        }
        #expect(pairs.allSatisfy { $0.log.seen.handshake != nil })
    }

    @Test func otherWorkOfTheLoopComesInBetween() throws {
        let pairs = try (0..<20).map { _ in try makePair() }
        for pair in pairs { try pair.carry() }
        var answeredBefore: Int?
        loop.execute { answeredBefore = try? pairs.count { try $0.isAnswered } }
        loop.run()
        #expect(answeredBefore == LoopTurns.piecesPerTurn)
    }

    @Test func whoGoesWhileWaitingHoldsUpNobody() throws {
        let pairs = try (0..<20).map { _ in try makePair() }
        for pair in pairs { try pair.carry() }
        for pair in pairs[..<19] { pair.server.pipeline.fireChannelInactive() }
        loop.advanceTime(by: LoopTurns.pause)
        loop.advanceTime(by: LoopTurns.pause)
        #expect(try pairs[19].isAnswered)
    }

    @Test func whoSendsTooMuchWhileWaitingIsRefused() throws {
        let pairs = try (0..<9).map { _ in try makePair() }
        for pair in pairs { try pair.carry() }
        let last = try #require(pairs.last)
        #expect(try !last.isAnswered)
        let record = ByteBuffer(bytes: [23, 3, 3, 0x40, 0] + [UInt8](repeating: 0, count: 16_384))
        for _ in 0..<5 { last.server.pipeline.fireChannelRead(record) }
        let alert = try #require(try last.server.readOutbound(as: ByteBuffer.self))
        #expect(Array(alert.readableBytesView.suffix(2)) == [2, 47])
        // Its turn comes all the same, and finds nothing to do.
        loop.advanceTime(by: LoopTurns.pause)
        #expect(last.log.seen.handshake == nil)
    }
}
