internal import Observation
internal import Shared

/// The chart of one coin: which candles are shown, how, and what stands in their way. Both the chart under a row and the
/// one that fills the screen are views of it, so that going from one to the other changes nothing.
@MainActor
@Observable
final class CoinChart {
    /// What the next chart takes over from this one.
    struct Settings: Equatable, Sendable {
        var interval = CandleInterval.hour
        var window = ChartWindow()
    }

    // MARK: Outputs
    let coin: CoinID
    private(set) var settings: Settings
    /// The candle that the crosshair is on.
    private(set) var pointed: CandlePlace?
    /// The value on the scale that the mouse pointed at; nil: the crosshair is on the candle's close.
    private(set) var pointedValue: Double?
    /// The coins that this one is compared with, in the order in which they were added.
    private(set) var compared: [ComparedCoin] = []

    let session: Session
    private let clock: WallClock
    private var replica: ChartReplica
    /// Candles of the interval before, until the first of this one have come: the chart does not go blank in between.
    private var former: ChartReplica?
    @ObservationIgnored private var converted = ConvertedCandles()

    /// How many candles are asked for at first.
    static let countMin = 300

    init(coin: CoinID, settings: Settings, session: Session, clock: WallClock) {
        var settings = settings
        settings.window.scrollToNewest()
        self.coin = coin
        self.settings = settings
        self.session = session
        self.clock = clock
        replica = session.charts.open(ChartRequest(coin: coin, interval: settings.interval, count: Self.countMin))
    }

    var interval: CandleInterval { settings.interval }
    /// In the user's currency, at today's rate.
    var candles: [Candle] { figures.candles }
    /// What they are in.
    var money: ShownCurrency { figures.money }
    /// The name of what the candles come from, or are to come from.
    var source: String { replica.source ?? chosenSource?.name ?? "" }
    /// What the candles of all of the user's terminals come from, or are to come from.
    var chosenSource: KlineSource? { offers.klineSource(of: session.user.table) }
    var offers: ServerOffers { session.user.offers }
    var quote: Quote? { session.market.table.row(of: coin).map { session.market.table[$0] } }
    var symbol: String { quote?.instrument.symbol ?? coin.description }
    var name: String { quote?.instrument.name ?? "" }

    var problem: ChartProblem? { replica.problem }
    var isComplete: Bool { replica.isComplete }
    /// How many candles there will be, while the server is still fetching the older ones.
    var expected: Int? { replica.isComplete ? nil : replica.expected }
    var connection: ServerLink.State { session.state() }
    /// Whether what is shown is not yet what was asked for.
    var isLoading: Bool { shown !== replica }
    /// Whether the oldest candle is wanted, and older ones than those that are held are on their way.
    var isAwaitingOldest: Bool { replica.isAwaiting && (settings.window.edge == .oldest || pointed == .oldest) }

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
    /// The candles that are seen on a plot of so many columns.
    func range(columns: Int) -> Range<Int> { settings.window.range(in: candles, width: columns) }

    /// Of the candles that are shown, which may not yet be those that were asked for.
    var shownInterval: CandleInterval { shown.request.interval }

    /// The clock that shows their times. Candles of a day and longer follow the UTC calendar.
    var candleClock: WallClock { shownInterval.seconds < CandleInterval.day.seconds ? clock : .utc }

    /// The candle under the crosshair, else the last one that is seen.
    /// - Parameter columns: of the plot; nil: where there is none, and the newest one is told.
    func readout(columns: Int? = nil) -> CandleReadout? {
        let candles = candles
        let seen = columns.map { settings.window.range(in: candles, width: $0) } ?? candles.indices
        guard let index = pointedIndex ?? seen.last else { return nil }
        let time = TimeText.full(candleClock.reading(candles[index].time), shownInterval)
        let unit = session.money.isUSD ? nil : money.name
        return CandleReadout(candles[index], at: time, of: symbol, decimals: decimals, in: unit)
    }

    var hasVolumes: Bool { candles.contains { $0.volume != nil } }

    var axis: PriceAxis {
        PriceAxis(highest: candles.map(\.high).max()?.approximate ?? 0, decimals: decimals)
    }

    /// As many as the coin's price and its latest candle need.
    private var decimals: Int {
        let candle = candles.last
        let own = [candle?.open, candle?.high, candle?.low, candle?.close].compactMap { $0.map { -$0.exponent } }.max()
        return max(own ?? 0, quote.map { money.decimals(Int($0.pricing.decimals)) } ?? 0)
    }

    var pointedIndex: Int? { pointed.flatMap { $0.index(in: candles) } }
}

// MARK: Inputs
extension CoinChart {
    /// Another chart takes this one's place, or none.
    func closed() {
        session.charts.close(replica)
        for coin in compared { session.charts.close(coin.replica) }
    }

    /// - Parameter steps: towards longer intervals; negative: towards shorter ones.
    func intervalChanged(by steps: Int) {
        let all = CandleInterval.allCases
        let place = (all.firstIndex(of: interval) ?? 0) + steps
        if all.indices.contains(place) { intervalChosen(all[place]) }
    }

    func intervalChosen(_ interval: CandleInterval) {
        guard interval != self.interval else { return }
        if !replica.candles.isEmpty { former = replica }
        session.charts.close(replica)
        settings.interval = interval
        settings.window.scrollToNewest()
        unpoint()
        replica = session.charts.open(ChartRequest(coin: coin, interval: interval, count: Self.countMin))
        compared = compared.map { coin in
            session.charts.close(coin.replica)
            return compare(with: coin.coin)
        }
    }

    /// - Parameter columns: of the plot.
    func zoomed(by steps: Int, columns: Int) {
        settings.window.zoom(by: steps)
        demandCandles(columns: columns)
    }

    /// To newer candles, or the crosshair to the next ones; negative: to older ones.
    func moved(by count: Int, columns: Int) {
        if let index = pointedIndex {
            point(to: index + count, columns: columns)
        } else {
            settings.window.scroll(by: count, in: candles, width: columns)
        }
        demandCandles(columns: columns)
    }

    /// By as many candles as are seen.
    func paged(by pages: Int, columns: Int) {
        moved(by: pages * max(1, settings.window.range(in: candles, width: columns).count - 1), columns: columns)
    }

    /// To the oldest candle that the server gives: what is held now is not all, and the rest is shown as it comes.
    func oldestRequested() {
        if pointed != nil { pointed = .oldest }
        settings.window.scrollToOldest()
        if !replica.hasOldest { extend(to: .max) }
    }

    func newestRequested(columns: Int) { moved(by: candles.count, columns: columns) }

    func crosshairToggled(columns: Int) {
        guard pointed == nil else { return unpoint() }
        pointed = settings.window.range(in: candles, width: columns).last.map { .at(candles[$0].time) }
    }

    /// - Parameter index: nil: where there is no candle to point at.
    /// - Parameter value: on the scale; nil: the candle's close.
    func candlePointed(_ index: Int?, value: Double? = nil) {
        pointed = index.map { .at(candles[$0].time) }
        pointedValue = index == nil ? nil : value
    }

    /// One level back.
    /// - Returns: false if there was none.
    func dismissed() -> Bool {
        defer { unpoint() }
        return pointed != nil
    }

    private func unpoint() { (pointed, pointedValue) = (nil, nil) }

    /// The source that is offered where this one cannot help, or simply the next one.
    /// - Returns: where the candles of all of the user's terminals come from now; nil where no other source is known to have
    ///   the coin, and nothing has changed.
    @discardableResult
    func otherSourceChosen() -> KlineSource? {
        guard let source = otherSource else { return nil }
        session.user.mutate { _ in .set(Shared.Settings.klineSource, to: source.name) }
        return source
    }

    private func point(to index: Int, columns: Int) {
        let candles = candles
        guard !candles.isEmpty else { return }
        let index = max(0, min(candles.count - 1, index))
        (pointed, pointedValue) = (.at(candles[index].time), nil)
        settings.window.show(index, in: candles, width: columns)
    }

    /// Asks for more where what is held comes to its end, up to what the server gives.
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
    /// Coins in one comparison, the chart's own included.
    nonisolated static let comparedMax = 4

    /// - Returns: false where the coin is in the comparison already, or there is no room for another.
    func comparisonAdded(_ coin: CoinID) -> Bool {
        let isKnown = coin == self.coin || compared.contains { $0.coin == coin }
        guard !isKnown, compared.count + 1 < Self.comparedMax else { return false }
        compared.append(compare(with: coin))
        unpoint()
        return true
    }

    /// The coin that was added last is taken away.
    /// - Returns: its symbol; nil: no coin is compared.
    func comparisonRemoved() -> String? {
        guard let last = compared.popLast() else { return nil }
        session.charts.close(last.replica)
        unpoint()
        return last.symbol
    }

    /// Asks for as many candles of the coin as this chart asks for.
    private func compare(with coin: CoinID) -> ComparedCoin {
        let symbol = session.market.table.row(of: coin).map { session.market.table.instrument(ofRow: $0).symbol }
        let request = ChartRequest(coin: coin, interval: interval, count: replica.request.count)
        return ComparedCoin(coin: coin, symbol: symbol ?? coin.description, replica: session.charts.open(request))
    }
}
