internal import NIOCore
internal import Shared

/// Owns the market of a node that follows another one, and passes on what connections ask about it.
actor FollowHub {
    typealias Send = @Sendable (ClientFrame) -> Void

    nonisolated let candles = Mailbox<CandleHub.Event>()
    nonisolated let weeks = Mailbox<WeekHub.Event>()
    private let outlet: MarketOutlet
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> MarketTime
    /// The node takes it over when it stops following.
    private(set) var market: FollowedMarket
    private var charts = ChartRelay()
    private var weekRelay = WeekRelay()
    private var details = AnswerRelay<CoinID, Result<CoinDetail, AnswerProblem>>()
    private var icons = AnswerRelay<CoinID, CoinIcon?>()
    /// The coins of the last request for icons that are not answered yet.
    private var requestedIcons: Set<CoinID> = []
    private var dayRates = AnswerRelay<DayRatesRequest, Result<DayRates, AnswerProblem>>()
    /// Unanswered requests for rates, by their numbers.
    private var requestedRates: [UInt32: DayRatesRequest] = [:]
    private var lastRequest: UInt32 = 0
    /// Sends a frame to the followed node; nil without a connection.
    private var send: Send?
    /// How long there has been no connection.
    private var alone = Duration.zero

    init(
        _ market: FollowedMarket,
        outlet: MarketOutlet,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime
    ) {
        (self.market, self.outlet, self.clock, self.now) = (market, outlet, clock, now)
    }

    nonisolated var ports: MarketPorts {
        MarketPorts(
            candles: candles,
            weeks: weeks,
            detail: { await self.detail(of: $0) },
            icon: { await self.icon(of: $0) },
            dayRates: { await self.rates($0) }
        )
    }

    /// Passes requests on until the calling task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { [clock, candles] in await candles.post(.secondPassed, every: .seconds(1), by: clock) }
            tasks.addTask { [candles] in
                for await _ in candles.arrivals { await self.take(candles.takeAll()) }
            }
            tasks.addTask { [weeks] in
                for await _ in weeks.arrivals { await self.take(weeks.takeAll()) }
            }
        }
        disconnected()
    }

    private func take(_ events: [CandleHub.Event]) {
        for event in events {
            charts.received(event, at: now())
            if case .secondPassed = event, send == nil { alone += .seconds(1) }
        }
        // Most changes of leader take less time. Until then, charts wait for the next leader.
        if send == nil, alone >= FollowerRules.lagMax { charts.disconnected() }
        flush()
    }

    private func take(_ events: [WeekHub.Event]) {
        for event in events { weekRelay.received(event) }
        flush()
    }

    // MARK: The followed node

    /// A connection begins.
    /// - Returns: the position to resume from.
    func begin() -> MarketPosition? {
        market.connected()
        return market.position
    }

    /// The followed node has welcomed this one.
    func connected(_ send: @escaping Send) {
        (self.send, alone) = (send, .zero)
        charts.connected()
        weekRelay.connected()
        flush()
    }

    func disconnected() {
        send = nil
        details.answerAll(.failure(.noMarket))
        icons.answerAll(nil)
        requestedIcons = []
        dayRates.answerAll(.failure(.noMarket))
        requestedRates = [:]
    }

    /// - Parameter body: the frame's bytes, without their length.
    func received(_ frame: ServerFrame, _ body: ByteBuffer) {
        switch frame {
        case .marketDiff(let diff): perform(market.received(diff), body)
        case .snapshotPart(let part): perform(market.received(part), body)
        case .newEpoch(let news): market.received(news)
        case .rates(let rates): if market.received(rates) { outlet.deliver(rates) }
        case .candles(let chart, let batch): charts.received(batch, of: chart)
        case .chartProblem(let chart, let problem): charts.received(problem, of: chart)
        case .detail(let number, let answer): details.answer(CoinID(number), answer)
        case .icon(let coin, let icon):
            icons.answer(coin, icon)
            requestedIcons.remove(coin)
            // Some did not fit into the last request. Half of it gives the followed node enough to do meanwhile.
            let isHalfDone = requestedIcons.count <= IconRequests.coinsMax / 2
            if isHalfDone, icons.requests.count > requestedIcons.count { requestIcons() }
        case .dayRates(let number, let answer):
            if let request = requestedRates.removeValue(forKey: number) { dayRates.answer(request, answer) }
        case .weeks(let news, let hour): weekRelay.received(news, open: hour)
        case .welcome, .close, .userTable, .userDiff, .mutationResult, .ping, .pong, .accountAnswer, .beat, .hint,
            .unknown:
            break
        }
        flush()
    }

    private func perform(_ step: FollowedMarket.Step, _ body: ByteBuffer) {
        switch step {
        case .nothing: break
        case .tick(let diff): outlet.deliver(MarketTick(diff, body: body))
        case .enter(let lineage, let diff): outlet.enter(lineage, MarketTick(diff))
        case .replace(let table, let lineage):
            outlet.replace(by: table, in: lineage)
            weekRelay.marketReplaced()
        case .needsSnapshot(let sequence): send?(.snapshotRequest(sequence: sequence))
        }
    }

    private func flush() {
        guard let send else { return }
        for frame in charts.takeFrames() { send(frame) }
        let table = market.table
        if let request = weekRelay.takeRequest(isListed: { table.row(of: $0) != nil }) { send(.weekRequest(request)) }
    }

    // MARK: Requests

    private func detail(of coin: CoinID) async -> Result<CoinDetail, AnswerProblem> {
        guard let send else { return .failure(.noMarket) }
        return await withCheckedContinuation { continuation in
            if details.add(continuation, for: coin) { send(.detailRequest(number: coin.rawValue, coin)) }
        }
    }

    private func rates(_ request: DayRatesRequest) async -> Result<DayRates, AnswerProblem> {
        guard let send else { return .failure(.noMarket) }
        return await withCheckedContinuation { continuation in
            guard dayRates.add(continuation, for: request) else { return }
            lastRequest &+= 1
            requestedRates[lastRequest] = request
            send(.dayRatesRequest(number: lastRequest, request))
        }
    }

    private func icon(of coin: CoinID) async -> CoinIcon? {
        if send == nil { return nil }
        return await withCheckedContinuation { continuation in
            // If they do not all fit, the rest is requested when half of the last request is answered.
            if icons.add(continuation, for: coin), icons.requests.count <= IconRequests.coinsMax { requestIcons() }
        }
    }

    /// A request replaces the one before, so it has all coins that are still wanted, as far as they fit.
    private func requestIcons() {
        let coins = Array(icons.requests.prefix(IconRequests.coinsMax))
        requestedIcons = Set(coins)
        send?(.iconRequest(coins))
    }
}
