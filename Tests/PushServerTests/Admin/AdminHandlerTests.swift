import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import PushServer

/// An operator's connection costs the server little, whoever is at its other end.
@Suite(.timeLimit(.minutes(5)))
struct AdminHandlerTests {
    private func withChannel(
        holdingWrites: Bool = false,
        _ body: (NIOAsyncTestingChannel) async throws -> Void
    ) async throws {
        let channel = NIOAsyncTestingChannel()
        try await channel.testingEventLoop.executeInContext {
            if holdingWrites { try channel.pipeline.syncOperations.addHandler(HeldWrites()) }
            let handler = AdminHandler { path in AdminServer.Answer(status: .ok, body: "you asked for \(path)") }
            try channel.pipeline.syncOperations.addHandler(handler)
        }
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        try await body(channel)
        _ = try? await channel.finish(acceptAlreadyClosed: true)
    }

    private func ask(_ channel: NIOAsyncTestingChannel, close: Bool = false) async throws {
        let headers: HTTPHeaders = close ? ["connection": "close"] : [:]
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/healthz", headers: headers)
        try await channel.writeInbound(HTTPServerRequestPart.head(head))
        try await channel.writeInbound(HTTPServerRequestPart.end(nil))
    }

    /// - Returns: the body.
    private func answer(_ channel: NIOAsyncTestingChannel) async throws -> String? {
        var text: String?
        while true {
            switch try await channel.waitForOutboundWrite(as: HTTPServerResponsePart.self) {
            case .body(.byteBuffer(let bytes)): text = String(buffer: bytes)
            case .end: return text
            default: break
            }
        }
    }

    @Test func whoAsksNothingIsNotWaitedForLong() async throws {
        try await withChannel { channel in
            await channel.testingEventLoop.advanceTime(by: .seconds(29))
            #expect(channel.isActive)
            await channel.testingEventLoop.advanceTime(by: .seconds(2))
            #expect(!channel.isActive)
        }
    }

    @Test func aRequestInManyPiecesGetsNoMoreTime() async throws {
        try await withChannel { channel in
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/healthz")
            try await channel.writeInbound(HTTPServerRequestPart.head(head))
            for _ in 0..<3 {
                await channel.testingEventLoop.advanceTime(by: .seconds(9))
                try await channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
            }
            #expect(channel.isActive)
            await channel.testingEventLoop.advanceTime(by: .seconds(9))
            #expect(!channel.isActive)
        }
    }

    @Test func eachRequestHasItsOwnTime() async throws {
        try await withChannel { channel in
            for _ in 0..<4 {
                await channel.testingEventLoop.advanceTime(by: .seconds(20))
                try await ask(channel)
                let answer = try await answer(channel)
                #expect(answer == "you asked for /healthz")
            }
            #expect(channel.isActive)
        }
    }

    /// A socket that takes its time used to lose the end of a long answer.
    @Test func theConnectionEndsWhenTheWholeAnswerIsWrittenAndNoSooner() async throws {
        try await withChannel(holdingWrites: true) { channel in
            try await ask(channel, close: true)
            let answer = try await answer(channel)
            #expect(answer == "you asked for /healthz")
            #expect(channel.isActive)
            try await channel.testingEventLoop.executeInContext {
                try channel.pipeline.syncOperations.handler(type: HeldWrites.self).succeedAll()
            }
            try await channel.closeFuture.get()
        }
    }
}

/// A socket that shows what it is given and takes it later.
private final class HeldWrites: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart

    private var promises: [EventLoopPromise<Void>] = []

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
