import Shared
import Synchronization
import TestSupport
import Testing

@testable import PushServer

/// Charts of a node that asks another one.
struct ChartRelayTests {
    private let now = MarketTime(seconds: 1_733_918_400)

    /// The pushes that a chart received.
    private final class ReceivedPushes: Sendable {
        private let held = Mutex<[ChartPush]>([])
        func take(_ push: ChartPush) { held.withLock { $0.append(push) } }
        var candles: [Int] {
            held.withLock { $0.compactMap { if case .candles(let batch) = $0 { batch.candles.count } else { nil } } }
        }
        /// How many batches say that a problem comes next.
        var announcements: Int {
            held.withLock { $0.count { if case .candles(let batch) = $0 { batch.isProblemNext } else { false } } }
        }
        var problems: Int { held.withLock { $0.count { if case .problem = $0 { true } else { false } } } }
    }

    private func chart(
        _ connection: UInt64,
        count: Int,
        coin: UInt32 = 1,
        user: Int64 = 1
    ) -> (ChartSubscription, ReceivedPushes) {
        let told = ReceivedPushes()
        let subscription = ChartSubscription(
            id: .init(connection: ConnectionID(rawValue: connection), chart: ChartID(rawValue: coin)),
            user: AccountID(rawValue: user),
            request: ChartRequest(coin: CoinID(coin), interval: .hour, count: count),
            source: .huobi
        ) { told.take($0) }
        return (subscription, told)
    }

    private func candles(_ count: Int) throws -> [Candle] {
        let price = try ExactDecimal(parsing: "1")
        return (0..<count).map {
            Candle(
                time: now.adding(seconds: Int64($0) * 3600),
                open: price,
                high: price,
                low: price,
                close: price,
                volume: nil,
                isClosed: true
            )
        }
    }

    /// A part of a series, as the leader sends it while the source is asked for older candles.
    private func part(_ count: Int, of expected: Int) throws -> CandleBatch {
        CandleBatch(source: "huobi", isFirst: true, isLast: false, candles: try candles(count), expected: expected)
    }

    private func whole(_ count: Int) throws -> CandleBatch {
        CandleBatch(source: "huobi", isFirst: true, isLast: true, candles: try candles(count))
    }

    private func move() throws -> CandleBatch {
        CandleBatch(source: "huobi", isFirst: false, isLast: true, candles: try candles(1))
    }

    private func opened(_ frames: [ClientFrame]) -> [(chart: ChartID, count: Int)] {
        frames.compactMap { if case .openChart(let chart, let request) = $0 { (chart, request.count) } else { nil } }
    }

    @Test func aSeriesIsRequestedOnceForAllCharts() throws {
        var relay = ChartRelay()
        let (one, toldOne) = chart(1, count: 10)
        let (two, toldTwo) = chart(2, count: 10)
        relay.received(.opened(one), at: now)
        relay.received(.opened(two), at: now)
        let asked = opened(relay.takeFrames())
        #expect(asked.map(\.count) == [10])
        relay.received(try whole(10), of: asked[0].chart)
        #expect(toldOne.candles == [10] && toldTwo.candles == [10])
        let (late, toldLate) = chart(3, count: 5)
        relay.received(.opened(late), at: now)
        #expect(toldLate.candles == [5] && relay.takeFrames().isEmpty, "it is here already")
    }

    /// The candles of the longer one may wait for the provider, or be refused.
    @Test func aLongerChartStopsNoShorterOne() throws {
        var relay = ChartRelay()
        let (short, toldShort) = chart(1, count: 10)
        let (long, toldLong) = chart(2, count: 30)
        relay.received(.opened(short), at: now)
        let first = try #require(opened(relay.takeFrames()).first?.chart)
        relay.received(try whole(10), of: first)
        relay.received(.opened(long), at: now)
        let second = try #require(opened(relay.takeFrames()).first)
        #expect(second.count == 30)
        relay.received(try part(10, of: 30), of: second.chart)
        relay.received(try move(), of: first)
        relay.received(ChartProblem.tooMany(.huobi), of: second.chart)
        #expect(toldShort.candles == [10, 1] && toldShort.problems == 0)
        #expect(toldLong.candles == [10] && toldLong.problems == 1)
        #expect(relay.takeFrames().isEmpty, "both are still needed")
    }

    @Test func aWholeSeriesServesAllShorterCharts() throws {
        var relay = ChartRelay()
        let (short, toldShort) = chart(1, count: 10)
        let (long, toldLong) = chart(2, count: 30)
        relay.received(.opened(short), at: now)
        relay.received(.opened(long), at: now)
        let asked = opened(relay.takeFrames())
        #expect(asked.map(\.count) == [10, 30])
        relay.received(try whole(10), of: asked[0].chart)
        relay.received(try whole(30), of: asked[1].chart)
        #expect(relay.takeFrames() == [.closeChart(asked[0].chart)])
        relay.received(try move(), of: asked[1].chart)
        #expect(toldShort.candles == [10, 10, 1] && toldLong.candles == [30, 1])
    }

    @Test func aShortChartDoesNotWaitForALongOne() throws {
        var relay = ChartRelay()
        relay.received(.opened(chart(1, count: 30).0), at: now)
        let long = try #require(opened(relay.takeFrames()).first?.chart)
        relay.received(try part(20, of: 30), of: long)
        let (short, told) = chart(2, count: 10)
        relay.received(.opened(short), at: now)
        let asked = try #require(opened(relay.takeFrames()).first)
        #expect(asked.count == 10)
        relay.received(try whole(10), of: asked.chart)
        #expect(told.candles == [10])
    }

    @Test func aPartIsShownToWhoeverComesMeanwhile() throws {
        var relay = ChartRelay()
        relay.received(.opened(chart(1, count: 30).0), at: now)
        let id = try #require(opened(relay.takeFrames()).first?.chart)
        relay.received(try part(20, of: 30), of: id)
        let (late, told) = chart(2, count: 30)
        relay.received(.opened(late), at: now)
        #expect(told.candles == [20] && relay.takeFrames().isEmpty)
        relay.received(try whole(30), of: id)
        #expect(told.candles == [20, 30])
    }

    /// A source that was away for long, or a symbol that belongs to another coin now, makes the leader begin again.
    @Test func aSeriesThatBeginsAgainLetsNoShorterChartWait() throws {
        var relay = ChartRelay()
        let (short, toldShort) = chart(1, count: 10)
        let (long, toldLong) = chart(2, count: 30)
        relay.received(.opened(long), at: now)
        let id = try #require(opened(relay.takeFrames()).first?.chart)
        relay.received(try whole(30), of: id)
        relay.received(.opened(short), at: now)
        #expect(toldShort.candles == [10] && relay.takeFrames().isEmpty)
        relay.received(try part(20, of: 30), of: id)
        let asked = try #require(opened(relay.takeFrames()).first)
        #expect(asked.count == 10)
        relay.received(try whole(10), of: asked.chart)
        #expect(toldShort.candles == [10, 10] && toldLong.candles == [30, 20])
    }

    @Test func theLongestChartClosesOnlyItsOwnCandles() throws {
        var relay = ChartRelay()
        let (short, told) = chart(1, count: 10)
        let long = chart(2, count: 30).0
        relay.received(.opened(short), at: now)
        relay.received(.opened(long), at: now)
        let asked = opened(relay.takeFrames())
        relay.received(.closed(long.id), at: now)
        #expect(relay.takeFrames() == [.closeChart(asked[1].chart)])
        relay.received(try whole(10), of: asked[0].chart)
        #expect(told.candles == [10])
    }

    @Test func theLastChartClosesTheSeries() {
        var relay = ChartRelay()
        let (one, two) = (chart(1, count: 10).0, chart(2, count: 10).0)
        relay.received(.opened(one), at: now)
        relay.received(.opened(two), at: now)
        _ = relay.takeFrames()
        relay.received(.closed(one.id), at: now)
        #expect(relay.takeFrames().isEmpty)
        relay.received(.left(two.id.connection), at: now)
        #expect(relay.takeFrames() == [.closeChart(ChartID(rawValue: 1))])
        relay.received(.opened(one), at: now)
        #expect(opened(relay.takeFrames()).map(\.chart) == [ChartID(rawValue: 2)], "nothing of the series is kept")
    }

    @Test func liveMovesAndProblemsReachEverybody() throws {
        var relay = ChartRelay()
        let (one, told) = chart(1, count: 10)
        relay.received(.opened(one), at: now)
        let id = try #require(opened(relay.takeFrames()).first?.chart)
        relay.received(try whole(10), of: id)
        relay.received(try move(), of: id)
        relay.received(ChartProblem(source: "huobi", kind: .unavailable, message: "Huobi is down."), of: id)
        #expect(told.candles == [10, 1] && told.problems == 1)
    }

    /// Otherwise, a client that wants the candles only once would leave before the problem comes.
    @Test func keptCandlesAnnounceTheirProblemToEverybody() throws {
        var relay = ChartRelay()
        let (one, toldOne) = chart(1, count: 10)
        relay.received(.opened(one), at: now)
        let id = try #require(opened(relay.takeFrames()).first?.chart)
        let kept = CandleBatch(
            source: "huobi",
            isFirst: true,
            isLast: true,
            candles: try candles(10),
            isProblemNext: true
        )
        relay.received(kept, of: id)
        let (two, toldTwo) = chart(2, count: 4)
        relay.received(.opened(two), at: now)
        #expect(toldOne.announcements == 1 && toldTwo.announcements == 1)
        relay.received(ChartProblem(source: "huobi", kind: .unavailable, message: "Huobi is down."), of: id)
        let (late, toldLate) = chart(3, count: 10)
        relay.received(.opened(late), at: now)
        for (told, count) in [(toldOne, 10), (toldTwo, 4), (toldLate, 10)] {
            #expect(told.candles == [count] && told.announcements == 1 && told.problems == 1)
        }
    }

    @Test func everythingIsRequestedAgainOnANewConnection() throws {
        var relay = ChartRelay()
        relay.received(.opened(chart(1, count: 10).0), at: now)
        relay.received(.opened(chart(2, count: 7, coin: 2).0), at: now)
        relay.received(.opened(chart(3, count: 30).0), at: now)
        _ = relay.takeFrames()
        relay.connected()
        #expect(opened(relay.takeFrames()).map(\.count).sorted() == [7, 10, 30])
    }

    @Test func onlyChartsThatWaitAreToldThatNobodyCanBeAsked() throws {
        var relay = ChartRelay()
        let (whole, toldWhole) = chart(1, count: 10)
        let (waiting, toldWaiting) = chart(2, count: 10, coin: 2)
        relay.received(.opened(whole), at: now)
        relay.received(.opened(waiting), at: now)
        let asked = opened(relay.takeFrames())
        let batch = CandleBatch(source: "huobi", isFirst: true, isLast: true, candles: try candles(10))
        relay.received(batch, of: asked[0].chart)
        for _ in 0..<2 { relay.disconnected() }
        #expect(toldWhole.problems == 0 && toldWaiting.problems == 1)
        let (late, toldLate) = chart(3, count: 5, coin: 2)
        relay.received(.opened(late), at: now)
        relay.disconnected()
        #expect(toldWaiting.problems == 1 && toldLate.problems == 1)
        relay.connected()
        for (id, count) in opened(relay.takeFrames()) { relay.received(try self.whole(count), of: id) }
        #expect(toldWaiting.candles == [10] && toldLate.candles.last == 5, "the next followed node has them")
    }

    /// `tickwire candles` waits for the problem that its candles announce.
    @Test func aChartWhoseAnnouncedProblemDoesNotComeIsToldThatNobodyCanBeAsked() throws {
        var relay = ChartRelay()
        let (kept, told) = chart(1, count: 10)
        relay.received(.opened(kept), at: now)
        let asked = opened(relay.takeFrames())
        var batch = try whole(10)
        batch.isProblemNext = true
        relay.received(batch, of: asked[0].chart)
        relay.disconnected()
        #expect(told.candles == [10] && told.problems == 1)
    }

    @Test func aUsersShareAppliesToAFollowerToo() {
        var relay = ChartRelay()
        var last = ReceivedPushes()
        for coin in 1...UInt32(SeriesShare.seriesMax) + 1 {
            let (subscription, told) = chart(1, count: 1, coin: coin)
            relay.received(.opened(subscription), at: now)
            last = told
        }
        #expect(last.problems == 1)
    }
}
