import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import Testing

@testable import PushServer

/// An operator's connection costs the server little, whoever is at its other end.
@Suite(.timeLimit(.minutes(5)))
struct AdminHandlerTests {
    func withChannel(
        holdingWrites: Bool = false,
        hosts: [String] = [],
        _ body: (NIOAsyncTestingChannel) async throws -> Void
    ) async throws {
        let channel = NIOAsyncTestingChannel()
        try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.addHandler(CountedReads())
            if holdingWrites { try channel.pipeline.syncOperations.addHandler(HeldWrites()) }
            let handler = AdminHandler(hosts: AdminHosts(hosts), connections: AdminConnections()) { path in
                AdminServer.Answer(status: .ok, body: "you asked for \(path)")
            }
            try channel.pipeline.syncOperations.addHandler(handler)
        }
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        try await body(channel)
        _ = try? await channel.finish(acceptAlreadyClosed: true)
    }

    func ask(
        _ channel: NIOAsyncTestingChannel,
        _ method: HTTPMethod = .GET,
        _ path: String = "/healthz",
        headers: HTTPHeaders = ["host": "localhost"]
    ) async throws {
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers)
        try await channel.writeInbound(HTTPServerRequestPart.head(head))
        try await channel.writeInbound(HTTPServerRequestPart.end(nil))
    }

    /// - Returns: status and body; nil for an answer without one.
    func answer(_ channel: NIOAsyncTestingChannel) async throws -> (HTTPResponseHead?, body: String?) {
        var (head, text): (HTTPResponseHead?, String?)
        while true {
            switch try await channel.waitForOutboundWrite(as: HTTPServerResponsePart.self) {
            case .head(let told): head = told
            case .body(.byteBuffer(let bytes)): text = String(buffer: bytes)
            case .end: return (head, text)
            default: break
            }
        }
    }

    func reads(_ channel: NIOAsyncTestingChannel) async throws -> Int {
        try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.handler(type: CountedReads.self).count
        }
    }

    func takeAnswers(_ channel: NIOAsyncTestingChannel) async throws {
        try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.handler(type: HeldWrites.self).succeedAll()
        }
    }

    // MARK: Time

    @Test func aClientThatAsksNothingIsClosedSoon() async throws {
        try await withChannel { channel in
            await channel.testingEventLoop.advanceTime(by: .seconds(4))
            #expect(channel.isActive)
            await channel.testingEventLoop.advanceTime(by: .seconds(1))
            #expect(!channel.isActive)
        }
    }

    @Test func aClientThatHasAskedMayPauseForAMinute() async throws {
        try await withChannel { channel in
            for _ in 0..<2 {
                try await ask(channel)
                _ = try await answer(channel)
                await channel.testingEventLoop.advanceTime(by: .seconds(59))
                #expect(channel.isActive)
            }
            await channel.testingEventLoop.advanceTime(by: .seconds(1))
            #expect(!channel.isActive)
        }
    }

    @Test func aLaterRequestMustBeCompleteFiveSecondsAfterItsFirstByte() async throws {
        try await withChannel { channel in
            try await ask(channel)
            _ = try await answer(channel)
            await channel.testingEventLoop.advanceTime(by: .seconds(50))
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/healthz")
            try await channel.writeInbound(HTTPServerRequestPart.head(head))
            await channel.testingEventLoop.advanceTime(by: .seconds(4))
            try await channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
            #expect(channel.isActive)
            await channel.testingEventLoop.advanceTime(by: .seconds(1))
            #expect(!channel.isActive)
        }
    }

    // MARK: Places

    @Test func connectionsThatNeverAskedMakeRoomFirst() async throws {
        let (connections, loop) = (AdminConnections(), NIOAsyncTestingEventLoop())
        func connect() async throws -> NIOAsyncTestingChannel {
            let channel = NIOAsyncTestingChannel(loop: loop)
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            connections.admit(channel)
            return channel
        }
        let scraper = try await connect()
        connections.asked(scraper)
        connections.answered(scraper)
        let silent = try await connect()
        for _ in 2..<AdminConnections.most { connections.asked(try await connect()) }
        _ = try await connect()
        await loop.run()
        #expect(scraper.isActive && !silent.isActive)
    }

    // MARK: Half-closed

    /// The socket then delivers all that it has, even without a request to read.
    @Test func aClientThatStopsSendingCannotHaveAllItsRequestsRead() async throws {
        let (loops, heads) = (MultiThreadedEventLoopGroup.singleton, NIOLockedValueBox(0))
        let (held, closed) = (loops.next().makePromise(of: Void.self), loops.next().makePromise(of: Void.self))
        let server = try await ServerBootstrap(group: loops)
            .readingOnDemand()
            .childChannelInitializer { channel in
                channel.closeFuture.cascade(to: closed)
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
                    try pipeline.addHandler(CountedHeads(heads))
                    let handler = AdminHandler(hosts: AdminHosts([]), connections: AdminConnections()) { _ in
                        try? await held.futureResult.get()
                        return AdminServer.Answer(status: .ok, body: "")
                    }
                    try pipeline.addHandler(handler)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let client = try await ClientBootstrap(group: loops)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(to: try #require(server.localAddress)).get()
        let request = "GET / HTTP/1.1\r\nhost:localhost\r\n\r\n"
        let count = 40_960 / request.utf8.count
        try await client.writeAndFlush(ByteBuffer(string: String(repeating: request, count: count)))
        // The server may have ended the connection already.
        try? await client.close(mode: .output)
        try await closed.futureResult.get()
        #expect(heads.withLockedValue { $0 } < count / 2, "of \(count)")
        held.succeed()
        try? await client.close()
        try await server.close()
    }

    @Test func aRequestInManyPiecesGetsNoExtraTime() async throws {
        try await withChannel { channel in
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/healthz")
            try await channel.writeInbound(HTTPServerRequestPart.head(head))
            for _ in 0..<4 {
                await channel.testingEventLoop.advanceTime(by: .seconds(1))
                try await channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
            }
            #expect(channel.isActive)
            await channel.testingEventLoop.advanceTime(by: .seconds(1))
            #expect(!channel.isActive)
        }
    }

    @Test func eachRequestHasItsOwnDeadline() async throws {
        try await withChannel { channel in
            for _ in 0..<4 {
                await channel.testingEventLoop.advanceTime(by: .seconds(4))
                try await ask(channel)
                let answer = try await answer(channel).body
                #expect(answer == "you asked for /healthz")
            }
            #expect(channel.isActive)
        }
    }

    @Test func aClientThatDoesNotTakeItsAnswerIsClosedSoon() async throws {
        try await withChannel(holdingWrites: true) { channel in
            try await ask(channel)
            _ = try await answer(channel)
            await channel.testingEventLoop.advanceTime(by: .seconds(29))
            #expect(channel.isActive)
            await channel.testingEventLoop.advanceTime(by: .seconds(1))
            #expect(!channel.isActive)
        }
    }

    // MARK: One at a time

    @Test func nothingIsReadOrAnsweredWhileAnAnswerWaits() async throws {
        try await withChannel(holdingWrites: true) { channel in
            for number in 1...3 { try await ask(channel, .GET, "/\(number)") }
            let before = try await reads(channel)
            for number in 1...3 {
                let answer = try await answer(channel).body
                #expect(answer == "you asked for /\(number)")
                let more = try await channel.readOutbound(as: HTTPServerResponsePart.self)
                #expect(more == nil)
                let after = try await reads(channel)
                #expect(after == before)
                try await takeAnswers(channel)
            }
            while try await reads(channel) == before { await Task.yield() }
        }
    }

    /// Once, a slow socket lost the end of a long answer.
    @Test func theConnectionEndsOnlyAfterTheWholeAnswer() async throws {
        try await withChannel(holdingWrites: true) { channel in
            try await ask(channel, headers: ["host": "localhost", "connection": "close"])
            let answer = try await answer(channel).body
            #expect(answer == "you asked for /healthz")
            #expect(channel.isActive)
            try await takeAnswers(channel)
            try await channel.closeFuture.get()
        }
    }
}

private final class CountedHeads: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    let count: NIOLockedValueBox<Int>

    init(_ count: NIOLockedValueBox<Int>) { self.count = count }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { count.withLockedValue { $0 += 1 } }
        context.fireChannelRead(data)
    }
}

/// How often the handlers above asked for more.
private final class CountedReads: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart

    private(set) var count = 0

    func read(context: ChannelHandlerContext) {
        count += 1
        context.read()
    }
}

/// A socket that records writes and completes them later.
private final class HeldWrites: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart

    var promises: [EventLoopPromise<Void>] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let promise { promises.append(promise) }
        context.write(data, promise: nil)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        for promise in promises { promise.fail(ChannelError.ioOnClosedChannel) }
    }

    func succeedAll() {
        for promise in promises { promise.succeed() }
        promises = []
    }
}
