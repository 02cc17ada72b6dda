internal import Observation
internal import Shared

/// The chart of one coin: which candles it shows, how, and what prevents it. The chart under a row and the one on the
/// whole screen are both views of it, so moving between them changes nothing.
@MainActor
@Observable
final class CoinChart {
    /// Everything of the chart that its plan depends on.
    struct Inputs: Equatable {
        var candles: [Candle]
        var money: ShownCurrency
        /// The name of the user's currency.
        var usual: String
        var interval: CandleInterval
        var window: ChartWindow
        var crosshair: Crosshair?
        var symbol: String
        var decimals: Int
        /// The hash of the user's table, which has the alerts.
        var user: UInt64
        var move: ChartAlerts.Move?
        var compared: [ComparedCoin.Inputs]
    }

    // MARK: Outputs
    let coin: CoinID
    private(set) var settings: ChartSettings
    private(set) var crosshair: Crosshair?
    /// How old the shown candles are, in words; nil if that is less than a minute or not known. As of the last refresh.
    private(set) var age: String?
    /// The coins that this one is compared with, in the order in which they were added.
    private(set) var compared: [ComparedCoin] = []

    /// What the chart shows and where, as of the last frame or input.
    let plan = Derived<ChartPlan.Inputs, ChartPlan>(ChartPlan())
    let alerts: ChartAlerts
    let session: Session
    private let clock: @MainActor () -> WallClock
    private var replica: ChartReplica
    /// The candles of the previous interval. They stay until the first candles of the new one come, so the chart does
    /// not go blank.
    private var former: ChartReplica?
    @ObservationIgnored private var converted = ConvertedCandles()

    /// How many candles the chart requests at first.
    static let countMin = 300

    init(coin: CoinID, settings: ChartSettings, session: Session, clock: @escaping @MainActor () -> WallClock) {
        var settings = settings
        settings.window.scrollToNewest()
        self.coin = coin
        self.settings = settings
        self.session = session
        alerts = ChartAlerts(coin: coin, session: session)
        self.clock = clock
        replica = session.charts.open(ChartRequest(coin: coin, interval: settings.interval, count: Self.countMin))
    }

    var interval: CandleInterval { settings.interval }
    /// The candles in the user's currency, at today's rate.
    var candles: [Candle] { figures.candles }
    /// The currency of the candles.
    var money: ShownCurrency { figures.money }
    /// The name of the source that the candles come from, or will come from.
    var source: String { replica.source ?? chosenSource?.name ?? "" }
    /// The source that all of the user's terminals use for candles.
    var chosenSource: KlineSource? { offers.klineSource(of: session.user.table) }
    var offers: ServerOffers { session.user.offers }
    var quote: Quote? { session.market.table.row(of: coin).map { session.market.table[$0] } }
    var symbol: String { quote?.instrument.symbol ?? coin.description }

    var problem: ChartProblem? { replica.problem }
    var isComplete: Bool { replica.isComplete }
    /// How many candles there will be in all, while the server still fetches older ones.
    var expected: Int? { replica.isComplete ? nil : replica.expected }
    var connection: ServerLink.State { session.state() }
    /// Whether the shown candles are not yet the requested ones.
    var isLoading: Bool { shown !== replica || replica.isCached && connection == .live }
    /// Whether the user wants the oldest candle and older ones are still coming.
    var isAwaitingOldest: Bool { replica.isAwaiting && (settings.window.edge == .oldest || crosshair == .oldest) }

    private var figures: (candles: [Candle], money: ShownCurrency) {
        converted.converted(shown.candles, to: session.money.forHistory)
    }

    private var shown: ChartReplica {
        if replica.candles.isEmpty, replica.problem == nil, let former { return former }
        return replica
    }
}

// MARK: Figures
extension CoinChart {
    var inputs: Inputs {
        let (candles, money) = figures
        return Inputs(
            candles: candles,
            money: money,
            usual: session.money.name,
            interval: shownInterval,
            window: settings.window,
            crosshair: crosshair,
            symbol: symbol,
            decimals: decimals,
            user: session.user.table.hash,
            move: alerts.move,
            compared: compared.map { $0.inputs }
        )
    }

    /// The candles that are visible on a plot of this width.
    func range(columns: Int) -> Range<Int> { settings.window.range(in: candles, width: columns) }

    /// The interval of the shown candles, which may not be the requested one yet.
    var shownInterval: CandleInterval { shown.request.interval }

    /// The clock for their times. Candles of a day and longer follow the UTC calendar.
    var candleClock: WallClock { shownInterval.seconds < CandleInterval.day.seconds ? clock() : .utc }

    /// The candle under the crosshair, or else the last visible one.
    /// - Parameter columns: the width of the plot; nil if there is none, so that the newest candle counts.
    func readout(columns: Int? = nil) -> CandleReadout? {
        let candles = candles
        let seen = columns.map { settings.window.range(in: candles, width: $0) } ?? candles.indices
        guard let index = pointedIndex ?? seen.last else { return nil }
        let time = TimeText.full(candleClock.reading(candles[index].time), shownInterval)
        let unit = session.money.isUSD ? nil : money.name
        let decimals = max(quoteDecimals, axis.decimals)
        return CandleReadout(candles[index], at: time, of: symbol, decimals: decimals, in: unit)
    }

    var hasVolumes: Bool { candles.contains { $0.volume != nil } }

    var axis: PriceAxis {
        PriceAxis(highest: candles.map(\.high).max()?.approximate ?? 0, decimals: decimals)
    }

    /// As many decimals as the coin's price and its candles need. A candle alone may have round prices.
    private var decimals: Int {
        let own = candles.map { max(-$0.open.exponent, -$0.high.exponent, -$0.low.exponent, -$0.close.exponent) }.max()
        return max(own ?? 0, quoteDecimals)
    }

    private var quoteDecimals: Int { quote.map { money.decimals(Int($0.pricing.decimals)) } ?? 0 }

    /// The candle under the crosshair.
    var pointedIndex: Int? { crosshair?.index(in: candles) }
}

// MARK: Inputs
extension CoinChart {
    /// Converts the candles into the user's currency, and follows their age. Call it before a frame is drawn.
    /// - Parameter now: the server's time.
    func refresh(at now: MarketTime) {
        converted.keep(shown.candles, in: session.money.forHistory)
        showCrosshair()
        let provider = shown.source.map(offers.title(ofKlineSource:))
        let age = shown.age(from: provider, in: session.market.table, at: now)
        let words = age.flatMap { $0 < .seconds(60) ? nil : DurationText.words($0) }
        if words != self.age { self.age = words }
    }

    /// Another chart replaces this one, or none does.
    func closed() {
        session.charts.close(replica)
        for coin in compared { session.charts.close(coin.replica) }
    }

    /// - Parameter steps: positive for longer intervals, negative for shorter ones.
    func intervalChanged(by steps: Int) {
        let all = CandleInterval.allCases
        let place = (all.firstIndex(of: interval) ?? 0) + steps
        if all.indices.contains(place) { intervalChosen(all[place]) }
    }

    func intervalChosen(_ interval: CandleInterval) {
        guard interval != self.interval else { return }
        if !replica.candles.isEmpty { former = replica }
        session.charts.close(replica)
        // The crosshair stays at its time.
        crosshair = pointedIndex.flatMap { Crosshair(at: $0, in: candles) }
        settings.interval = interval
        settings.window.scrollToNewest()
        replica = session.charts.open(ChartRequest(coin: coin, interval: interval, count: Self.countMin))
        compared = compared.map { coin in
            session.charts.close(coin.replica)
            return compare(with: coin.coin)
        }
    }

    /// - Parameter columns: the width of the plot.
    func zoomed(by steps: Int, columns: Int) {
        settings.window.zoom(by: steps)
        demandCandles(columns: columns)
    }

    /// Moves to newer candles, or moves the crosshair to them; a negative count moves to older ones.
    func moved(by count: Int, columns: Int) {
        if let index = pointedIndex {
            point(to: index + count, columns: columns)
        } else {
            settings.window.scroll(by: count, in: candles, width: columns)
        }
        demandCandles(columns: columns)
    }

    /// Moves by as many candles as are visible.
    func paged(by pages: Int, columns: Int) {
        moved(by: pages * max(1, settings.window.range(in: candles, width: columns).count - 1), columns: columns)
    }

    /// Goes to the oldest candle that the server can give. Candles that the terminal lacks are shown as they come.
    func oldestRequested() {
        if crosshair != nil { crosshair = .oldest }
        settings.window.scrollToOldest()
        if !replica.hasOldest { extend(to: .max) }
    }

    func newestRequested(columns: Int) { moved(by: candles.count, columns: columns) }

    func crosshairToggled(columns: Int) {
        candlePointed(crosshair == nil ? range(columns: columns).last : nil)
    }

    /// - Parameter index: nil if there is no candle to point at.
    /// - Parameter value: a value on the scale; nil: the candle's close.
    func candlePointed(_ index: Int?, value: Double? = nil) {
        crosshair = index.flatMap { Crosshair(at: $0, in: candles, value: value) }
    }

    /// Goes one level back: closes the crosshair.
    /// - Returns: false if there was none.
    func dismissed() -> Bool {
        defer { crosshair = nil }
        return crosshair != nil
    }

    private func showCrosshair() {
        let columns = plan.value.columns
        guard columns > 0, let crosshair else { return }
        let window = crosshair.followed(by: settings.window, in: candles, width: columns)
        if window != settings.window { settings.window = window }
    }

    private func point(to index: Int, columns: Int) {
        candlePointed(index)
        if let index = pointedIndex { settings.window.show(index, in: candles, width: columns) }
    }

    /// Requests more candles when the held ones run out, as far as the server can give more.
    private func demandCandles(columns: Int) {
        let held = replica.request.count
        let wanted = settings.window.demand(in: candles, width: columns)
        guard wanted > held, !replica.isAwaiting, !replica.hasOldest else { return }
        extend(to: max(wanted, 2 * held))
    }

    private func extend(to count: Int) {
        session.charts.extend(replica, to: count)
        for coin in compared { session.charts.extend(coin.replica, to: count) }
    }
}

// MARK: Comparing
extension CoinChart {
    /// How many coins one comparison may have, including the chart's own.
    nonisolated static let comparedMax = 4

    /// - Returns: false if the coin is in the comparison already, or there is no room for another.
    func comparisonAdded(_ coin: CoinID) -> Bool {
        let isKnown = coin == self.coin || compared.contains { $0.coin == coin }
        guard !isKnown, compared.count + 1 < Self.comparedMax else { return false }
        compared.append(compare(with: coin))
        crosshair = nil
        return true
    }

    /// Removes the coin that was added last.
    /// - Returns: its symbol; nil if no coin was compared.
    func comparisonRemoved() -> String? {
        guard let last = compared.popLast() else { return nil }
        session.charts.close(last.replica)
        crosshair = nil
        return last.symbol
    }

    /// Requests as many candles of the coin as this chart requests.
    private func compare(with coin: CoinID) -> ComparedCoin {
        let symbol = session.market.table.row(of: coin).map { session.market.table.instrument(ofRow: $0).symbol }
        let request = ChartRequest(coin: coin, interval: interval, count: replica.request.count)
        return ComparedCoin(coin: coin, symbol: symbol ?? coin.description, replica: session.charts.open(request))
    }
}
