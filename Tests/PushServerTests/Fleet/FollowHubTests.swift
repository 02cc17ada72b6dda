import NIOCore
import Shared
import TestSupport
import Testing

@testable import PushServer

/// What a following node asks the one that it follows on behalf of its connections.
@Suite(.timeLimit(.minutes(5)))
struct FollowHubTests {
    private func hub() -> FollowHub {
        let outlet = MarketOutlet(shards: [], counters: MarketCounters())
        return FollowHub(FollowedMarket(), outlet: outlet, clock: ContinuousClock()) { .now }
    }

    private func request(_ currency: String) -> DayRatesRequest {
        let day = CivilDate(year: 2024, month: 3, day: 1)
        return DayRatesRequest(currency, from: day, through: day)
    }

    /// `tickwire candles` would otherwise wait for a minute, and then say only that nobody answered.
    @Test func aChartThatWaitsForFiveSecondsIsToldThatNobodyCanBeAsked() async {
        let outlet = MarketOutlet(shards: [], counters: MarketCounters())
        // It stands still, so that only the test lets seconds pass.
        let hub = FollowHub(FollowedMarket(), outlet: outlet, clock: TestClock()) { .now }
        let (pushes, push) = AsyncStream.makeStream(of: ChartPush.self)
        let chart = ChartSubscription(
            id: .init(connection: ConnectionID(rawValue: 1), chart: ChartID(rawValue: 1)),
            user: nil,
            request: ChartRequest(coin: CoinID(1), interval: .hour, count: 10),
            source: .huobi
        ) { push.yield($0) }
        hub.candles.post(.opened(chart))
        for _ in 0..<5 { hub.candles.post(.secondPassed) }
        await withTaskGroup { tasks in
            tasks.addTask { await hub.run() }
            for await case .problem(let problem) in pushes {
                #expect(problem == .noMarket(.huobi))
                break
            }
            tasks.cancelAll()
        }
    }

    /// A request names at most 128 coins and replaces the one before.
    @Test func everyIconIsAnsweredHoweverManyAreWantedAtOnce() async {
        let hub = hub()
        let (frames, frame) = AsyncStream.makeStream(of: ClientFrame.self)
        await hub.connected { frame.yield($0) }
        let ports = hub.ports
        let coins = (1...300).map { CoinID($0) }
        await withTaskGroup { tasks in
            tasks.addTask {
                // The followed node: it fetches a few at a time, and forgets those that a newer request leaves out.
                var requests = IconRequests()
                for await case .iconRequest(let wanted) in frames {
                    requests.want(IconRequests.looked(at: wanted))
                    while let coin = requests.begin(underWayMax: NodeLimits.icons) {
                        requests.end(coin)
                        await hub.received(.icon(coin, nil), ByteBuffer())
                    }
                }
            }
            await withTaskGroup { askers in
                for coin in coins { askers.addTask { _ = await ports.icon(coin) } }
            }
            frame.finish()
        }
    }

    /// The followed node answers only some requests of a node at once.
    @Test func callersWhoWantTheSameRatesShareOneRequest() async {
        let hub = hub()
        let (frames, frame) = AsyncStream.makeStream(of: ClientFrame.self)
        await hub.connected { frame.yield($0) }
        let (ports, euro) = (hub.ports, request("EUR"))
        await withTaskGroup(of: Void.self) { callers in
            for _ in 0...NodeLimits.dayRates {
                callers.addTask { #expect(await ports.dayRates(euro) == .failure(.noMarket)) }
            }
            for await case .dayRatesRequest in frames { break }
            await hub.disconnected()
        }
        frame.finish()
        for await another in frames { Issue.record("asked again: \(another)") }
    }

    @Test func eachQuestionForRatesGetsItsOwnAnswer() async {
        let hub = hub()
        let (frames, frame) = AsyncStream.makeStream(of: ClientFrame.self)
        await hub.connected { frame.yield($0) }
        let ports = hub.ports
        async let euro = ports.dayRates(request("EUR"))
        async let pound = ports.dayRates(request("GBP"))
        var asked: [(number: UInt32, request: DayRatesRequest)] = []
        for await case .dayRatesRequest(let number, let request) in frames {
            asked.append((number, request))
            if asked.count == 2 { break }
        }
        for (number, request) in asked.reversed() {
            let answer = DayRates(source: request.currency, days: [])
            await hub.received(.dayRates(number: number, .success(answer)), ByteBuffer())
        }
        let sources = await [euro, pound].map { try? $0.get().source }
        #expect(sources == ["EUR", "GBP"])
    }
}
