import Foundation
import Logging
import MockMarket
import Shared
import Synchronization
import TestSupport
import Testing

@testable import PushServer

/// The hub behind a real connector and the mock market. Time is the test's.
@Suite(.timeLimit(.minutes(5)))
struct WeekHubTests {
    /// Counts the requests that go to the mock.
    private final class CountedSource: CandleSource {
        private let client: HuobiClient
        private let count = Mutex(0)

        init(_ client: HuobiClient) { self.client = client }

        var requests: Int { count.withLock { $0 } }

        func page(
            of symbol: String,
            _ interval: CandleInterval,
            count: Int,
            before end: MarketTime?
        ) async throws(ProviderError) -> CandlePage {
            self.count.withLock { $0 += 1 }
            return try await client.page(of: symbol, interval, count: count, before: end)
        }

        func stretch() -> Double { client.stretch() }
        func share(_ share: BudgetShare) -> RequestBudget { client.share(share) }
    }

    private struct Stage {
        let hub: WeekHub
        let source: CountedSource
        let time: ManualTime
        let clock: TestClock
        let coins: [CoinID]

        @discardableResult
        func show(_ coins: [CoinID], by terminal: UInt64 = 1, step: Int = 1) -> ReceivedWeeks {
            let told = ReceivedWeeks()
            hub.mailbox.post(
                .shown(WeekRequest(coins, step: step), by: ConnectionID(rawValue: terminal)) { weeks, _ in
                    told.tell.yield(weeks)
                }
            )
            return told
        }

        /// Returns when the hub has handled everything that was posted before.
        func settle() async { _ = await show([CoinID(.max)], by: .random(in: 1000 ... .max)).next() }

        /// Lets the hub look at its clock.
        func pass(_ duration: Duration) async {
            var sleeps = clock.sleeps.makeAsyncIterator()
            _ = await sleeps.next()
            time.pass(duration)
            clock.endSleeps()
        }

        func untilRequests(_ count: Int) async { while source.requests < count { await Task.yield() } }
    }

    /// The weeks that a terminal receives.
    private final class ReceivedWeeks: Sendable {
        let weeks: AsyncStream<[CoinWeek]>
        let tell: AsyncStream<[CoinWeek]>.Continuation

        init() { (weeks, tell) = AsyncStream.makeStream() }

        func next() async -> [CoinWeek] {
            for await weeks in weeks { return weeks }
            return []
        }
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "/tickwire-weeks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder + "/weeks.sqlite")
    }

    private func withStage(storedAt path: String, _ body: (Stage) async throws -> Void) async throws {
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try await withMockMarket(coins: 120) { _, mock in
            let (time, clock) = (ManualTime(testTime), TestClock())
            let bases = Dictionary(uniqueKeysWithValues: Provider.hosts.map { ($0, mock.baseURL) })
            let router = Router(
                environment: ProviderEnvironment(.qa, bases: bases),
                limits: .patient,
                logger: silent,
                now: { time.now }
            )
            let client = HuobiClient(router: router)
            let listing = try await CoinMarketCapClient(router: router, key: nil).listing(limit: 120)
            let pairs = try await client.pairs().value
            let map = SymbolMap(listing: listing, lists: ["Huobi": try #require(pairs)])
            let (source, store) = (CountedSource(client), try WeekStore(path: path))
            let hub = WeekHub(
                sources: [(.huobi, source)],
                store: store,
                market: MarketTable(),
                clock: clock,
                now: { time.now },
                logger: silent
            )
            hub.mailbox.post(.pairsChanged(map))
            async let running: Void = hub.run()
            let coins = map.symbols(at: "Huobi").keys.sorted()
            try await body(Stage(hub: hub, source: source, time: time, clock: clock, coins: coins))
            hub.mailbox.close()
            await running
            await router.shutdown()
            try store.close()
        }
    }

    @Test func aViewerGetsTheKnownClosesAndThenTheFilledOnes() async throws {
        try await withFolder { path in
            try await withStage(storedAt: path) { stage in
                let coin = stage.coins[0]
                let told = stage.show([coin])
                var weeks = await told.next()
                #expect(weeks == [CoinWeek(coin)])
                await stage.pass(.zero)
                weeks = await told.next()
                let hour = MarketHour(of: testTime)
                #expect(weeks.map(\.coin) == [coin])
                #expect(weeks[0].closes.map(\.hour) == (-168..<0).map { hour.adding($0) })
                #expect(weeks[0].closes.allSatisfy { $0.source == .same })
                #expect(stage.source.requests == 1)
                // A later viewer gets the closes at once, at the wanted step.
                let later = await stage.show([coin], by: 2, step: 12).next()
                #expect(later == [weeks[0].thinned(by: 12)])
            }
            // The filled closes are on disk.
            try await withStage(storedAt: path) { stage in
                let weeks = await stage.show([stage.coins[0]]).next()
                #expect(weeks.first?.closes.count == CoinWeek.hours)
                await stage.pass(.zero)
                await stage.settle()
                #expect(stage.source.requests == 0)
            }
        }
    }

    @Test func aRequestIsAnsweredForNewCoinsOnly() async throws {
        try await withFolder { path in
            try await withStage(storedAt: path) { stage in
                stage.show([CoinID(900), CoinID(901)])
                let second = await stage.show([CoinID(901), CoinID(902)]).next()
                #expect(second == [CoinWeek(CoinID(902))])
                let other = await stage.show([CoinID(901)], step: 12).next()
                #expect(other == [CoinWeek(CoinID(901))], "another step is another line")
                stage.show([])
                let again = await stage.show([CoinID(901)], step: 12).next()
                #expect(again == [CoinWeek(CoinID(901))])
            }
        }
    }

    @Test func allViewersGetNewsWhenAnHourHasEnded() async throws {
        try await withFolder { path in
            try await withStage(storedAt: path) { stage in
                let told = stage.show([CoinID(900)])
                _ = await told.next()
                await stage.pass(.seconds(3610))
                let weeks = await told.next()
                #expect(weeks == [CoinWeek(CoinID(900))])
            }
        }
    }

    @Test func fillingUsesAtMostAThirdOfTheBudget() async throws {
        try await withFolder { path in
            try await withStage(storedAt: path) { stage in
                // The budget is 100 requests in 10 s. Half of the third may be used at once.
                #expect(stage.coins.count > 33)
                let told = stage.show(stage.coins)
                _ = await told.next()
                await stage.pass(.zero)
                for _ in 0..<17 { _ = await told.next() }
                await stage.pass(.zero)
                await stage.settle()
                #expect(stage.source.requests == 17)
                await stage.pass(.seconds(10) - .milliseconds(1))
                for _ in 0..<16 { _ = await told.next() }
                await stage.pass(.zero)
                await stage.settle()
                #expect(stage.source.requests == 33)
            }
        }
    }

    @Test func aCoinIsRequestedAgainAfterSixHours() async throws {
        try await withFolder { path in
            try await withStage(storedAt: path) { stage in
                let told = stage.show([stage.coins[0]])
                _ = await told.next()
                await stage.pass(.zero)
                _ = await told.next()
                await stage.pass(.seconds(5 * 3600))
                await stage.settle()
                #expect(stage.source.requests == 1, "five hours are missing, and wait")
                await stage.pass(.seconds(3600))
                await stage.untilRequests(2)
            }
        }
    }
}
