import NIOCore
import Testing

@testable import Shared

struct FrameExchangeTests {
    private func time(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

    private func bytes(_ frame: ServerFrame) -> ByteBuffer {
        var buffer = ByteBuffer()
        frame.write(into: &buffer)
        return buffer
    }

    @Test func pingsAreAnsweredWithoutTheMainActor() throws {
        var exchange = FrameExchange(limits: SessionLimits(), now: time(0))
        exchange.append(bytes(.ping(nonce: 9)))
        exchange.append(bytes(.pong(nonce: 3)))
        #expect(try exchange.next(at: time(0))?.step == .answer(.pong(nonce: 9)))
        #expect(try exchange.next(at: time(0))?.step == .deliver(.pong(nonce: 3)))
        #expect(try exchange.next(at: time(0))?.step == nil)
    }

    @Test func aSilentServerIsPingedOnceAndThenGivenUp() {
        var exchange = FrameExchange(limits: SessionLimits(), now: time(0))
        #expect(exchange.timePassed(to: time(14)) == .nothing)
        #expect(exchange.timePassed(to: time(15)) == .send(.ping(nonce: 0)))
        #expect(exchange.timePassed(to: time(34)) == .nothing)
        #expect(exchange.timePassed(to: time(35)) == .hangUp)
    }

    @Test func onlyAWholeFrameCountsAsLife() throws {
        var exchange = FrameExchange(limits: SessionLimits(), now: time(0))
        var whole = bytes(.ping(nonce: 9))
        let last = try #require(whole.readableBytesView.last)
        let half = whole.readSlice(length: whole.readableBytes - 1)
        exchange.append(try #require(half))
        #expect(try exchange.next(at: time(14))?.step == nil)
        #expect(exchange.timePassed(to: time(15)) == .send(.ping(nonce: 0)))
        exchange.append(ByteBuffer(bytes: [last]))
        #expect(try exchange.next(at: time(20))?.step == .answer(.pong(nonce: 9)))
        #expect(exchange.timePassed(to: time(34)) == .nothing)
    }

    @Test func theWelcomeSetsTheFrameLimitAndTheSilenceLimit() throws {
        var exchange = FrameExchange(limits: SessionLimits(), now: time(0))
        var limits = SessionLimits()
        limits.serverFrameBytes = 100
        (limits.heartbeat, limits.silence) = (.seconds(1), .seconds(2))
        let welcome = Welcome.sample(limits: limits)
        #expect(exchange.received(.welcome(welcome), at: time(0)) == .deliver(.welcome(welcome)))
        #expect(exchange.timePassed(to: time(1)) == .send(.ping(nonce: 0)))
        exchange.append(ByteBuffer(bytes: [0, 0, 0, 101]))
        #expect(throws: FrameError.tooLarge(bytes: 101, limit: 100)) { try exchange.next(at: time(1)) }
    }
}
