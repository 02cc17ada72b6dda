import MockMarket
import Shared
import TestSupport
import Testing

@testable import PushServer

/// How soon the exchange's list of pairs is requested again: the real poller against a mock whose pairs are suspended.
@Suite(.timeLimit(.minutes(5)))
struct PairPollerTests {
    /// The poller on its stage, by a clock that the test moves together with the stage's.
    private struct Scene {
        let stage: MarketStage
        let clock: TestClock

        /// Returns when the poller waits after its next answer.
        /// - Returns: the time of the next request, in seconds from the start.
        func asked() async -> Int? {
            var sleeps = clock.sleeps.makeAsyncIterator()
            return await sleeps.next().map { Int($0 / .seconds(1)) }
        }

        func pass(_ seconds: Int) async {
            await stage.pass(.seconds(seconds))
            clock.advance(by: .seconds(seconds))
        }
    }

    private func withScene(_ faults: String..., body: (Scene) async throws -> Void) async throws {
        try await MarketStage.run { stage in
            for fault in faults { try stage.spoil(fault) }
            try await stage.listing()
            let clock = TestClock()
            let poller = stage.pairPoller(clock: clock)
            async let _: Void = poller.run()  // Cancelled when the test leaves.
            try await body(Scene(stage: stage, clock: clock))
        }
    }

    @Test func theListIsRequestedEachMinuteWhileAllPairsAreSuspended() async throws {
        try await withScene("/v1/common/symbols state=suspend") { scene in
            for minute in 1...3 {
                #expect(await scene.asked() == minute * 60)
                await scene.pass(60)
            }
        }
    }

    @Test func pairsThatComeOnlineTwentySecondsAfterTheStartArePricedWithinAMinute() async throws {
        try await withScene("/v1/common/symbols state=suspend") { scene in
            let stage = scene.stage
            #expect(await scene.asked() == 60)
            try await stage.tick()
            #expect(await stage.sight("LTC")?.provider == "CoinMarketCap")
            await scene.pass(20)
            try stage.spoil()
            await scene.pass(40)
            #expect(await scene.asked() == 60 + 3600, "and then no more than usual")
            try await stage.tick()
            #expect(await stage.sight("LTC") == stage.live("LTC"))
        }
    }

    @Test func theListIsRequestedEachMinuteWhileAPairIsMissing() async throws {
        try await withScene { scene in
            #expect(await scene.asked() == 3600)
            try scene.stage.spoil("/v1/common/symbols without=ltcusdt")
            await scene.pass(3600)
            #expect(await scene.asked() == 3660)
            await scene.pass(60)
            #expect(await scene.asked() == 3720)
            try scene.stage.spoil()
            await scene.pass(60)
            #expect(await scene.asked() == 3720 + 3600)
        }
    }
}
