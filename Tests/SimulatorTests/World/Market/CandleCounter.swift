import MockMarket
import Shared

@testable import PushServer

/// The candle hub's part of the server: the real rules, and requests to sources that answer late, or not at all.
@MainActor
final class CandleCounter {
    private struct Waiting {
        let request: CandleHubRules.Request
        let asked: MarketTime
    }

    /// A request that takes longer is given up.
    private static let patience = Duration.seconds(30)

    let mailbox = Mailbox<CandleHub.Event>()
    /// What the rules have told charts in the present event.
    private let pushes = Mailbox<(chart: ChartSubscription.ID, deliver: @Sendable () -> Void)>()
    private(set) var rules: CandleHubRules
    private(set) var pairs: SymbolMap?
    private var events: [CandleHub.Event] = []
    private var waiting: [Waiting] = []

    private let story: Story

    init(market: MarketTable, sources: [KlineSource], story: Story) {
        self.story = story
        rules = CandleHubRules(market: market, sources: sources, candlesMax: 20_000, counters: CandleCounters())
    }

    var hasEvents: Bool {
        events += mailbox.takeAll()
        return !events.isEmpty
    }
    var hasRequests: Bool { !waiting.isEmpty }

    func handleAll(at time: MarketTime) {
        guard hasEvents else { return }
        for event in events { handle(event, at: time) }
        events = []
    }

    private func handle(_ event: CandleHub.Event, at time: MarketTime) {
        if case .pairsChanged(let pairs, _) = event { self.pairs = pairs }
        // The rules may return requests, and tell charts, in any order, but a history needs one order.
        let requests = rules.received(event, at: time, jitter: 0.5).sorted {
            ($0.symbol, $0.key.interval.seconds, "\($0.key)") < ($1.symbol, $1.key.interval.seconds, "\($1.key)")
        }
        for request in requests { waiting.append(Waiting(request: request, asked: time)) }
        let byChart = Dictionary(grouping: pushes.takeAll(), by: \.chart).sorted {
            ($0.key.connection.rawValue, $0.key.chart.rawValue) < ($1.key.connection.rawValue, $1.key.chart.rawValue)
        }
        for push in byChart.flatMap(\.value) { push.deliver() }
    }

    /// Opens a chart. Within one event, charts get their pushes in the order of their ids.
    func open(
        _ chart: ChartSubscription.ID,
        of user: AccountID?,
        _ request: ChartRequest,
        from source: KlineSource,
        deliver: @escaping @Sendable (ChartPush) -> Void
    ) {
        story.note("connection \(chart.connection.rawValue) opens chart \(chart.chart.rawValue), of \(request.coin)")
        let subscription = ChartSubscription(id: chart, user: user, request: request, source: source) { [pushes] push in
            pushes.post((chart, { deliver(push) }))
        }
        mailbox.post(.opened(subscription))
    }

    /// One source answers, perhaps with the state at the time of the request.
    func answerSome(_ exchange: SimulatedExchange, at time: MarketTime, faults: Bool, _ random: inout SeededGenerator) {
        guard let index = waiting.indices.randomElement(using: &random) else { return }
        let (request, asked) = (waiting[index].request, waiting.remove(at: index).asked)
        story.note("a source answers for \(request.symbol)")
        let isLate = time.elapsed(since: asked) > Self.patience
        let isLost = faults && (isLate || Int.random(in: 0..<4, using: &random) == 0)
        let moment = faults && !isLate && Bool.random(using: &random) ? asked : time
        let candles = exchange.candles(
            of: request.symbol,
            request.key.interval,
            count: request.count,
            before: request.end,
            at: moment
        )
        let page = CandlePage(candles: candles, isOldest: candles.count < request.count)
        let failure: ProviderFailure = candles.isEmpty ? .notListed("nothing was traded") : .timedOut
        let isFailure = isLost || candles.isEmpty && request.end == nil
        let error = ProviderError(.huobiTickers, failure)
        mailbox.post(.fetched(request, isFailure ? .failure(error) : .success(page), stretch: 1))
    }
}
