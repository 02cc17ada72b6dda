internal import Observation
internal import Shared

/// The market's rows in words and figures, as all lists show them.
@MainActor
@Observable
final class QuoteBoard {
    /// All that rows are made of: what was made of the same is still true.
    struct Source: Equatable {
        /// The hash of the market.
        fileprivate var market: UInt64
        /// The hash of the market that trends were last sampled from.
        fileprivate var sampled: UInt64?
        fileprivate var weeks: Int
        fileprivate var favorites: Set<CoinID>
        fileprivate var flashTick: Int
        fileprivate var showsFlashes: Bool
        fileprivate var money: ShownCurrency
    }

    private let session: Session
    private let clock: AppClock
    private let local: LocalStore
    /// Changes when a flash on the screen has gone out.
    private var flashTick = 0
    private var trends = TrendCache()
    /// The market as a whole, as of the last refresh; nil while it is not known.
    private(set) var summary: MarketSummary?
    /// What prices are shown in, as of the last refresh.
    private(set) var money = ShownCurrency.usd
    @ObservationIgnored private var flashes = PriceFlashes()
    /// Of the market that flashes were taken from: sequences begin anew with each epoch.
    @ObservationIgnored private var flashesHash: UInt64?
    @ObservationIgnored private var showsFlash = false
    @ObservationIgnored private var favorites: [ListItem] = []
    @ObservationIgnored private let moved: AsyncStream<Void>
    @ObservationIgnored private let noteMove: AsyncStream<Void>.Continuation

    init(session: Session, clock: AppClock, local: LocalStore) {
        self.session = session
        self.local = local
        self.clock = clock
        (moved, noteMove) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Outputs

    var table: MarketTable { session.market.table }
    private var wall: WallClock { clock.wall(local.settings.times) }
    /// The time zone of the times beside prices.
    var zone: String { wall.zone(at: clock.date()) }
    /// As of the last refresh.
    @ObservationIgnored private(set) var favoriteCoins: Set<CoinID> = []

    /// The columns of all lists, as the user and this terminal want them.
    var columns: QuoteColumns {
        let all = ListSettings(session.user.table).columns
        return QuoteColumns(all: all.filter { $0 != .badge || local.settings.icons != .off })
    }

    var source: Source {
        Source(
            market: table.hash,
            sampled: trends.lastHash,
            weeks: session.weeks.arrivals,
            favorites: favoriteCoins,
            flashTick: flashTick,
            showsFlashes: local.settings.flashes,
            money: money
        )
    }

    /// A row of the market, as it is told now.
    /// - Returns: until when it is true, too; nil: for as long as `source` stays.
    func row(_ row: Int, filter: String = "") -> (row: QuoteRow, end: ContinuousClock.Instant?) {
        let table = table
        let quote = table[row]
        let coin = quote.instrument.coin
        let flash = local.settings.flashes ? flashes.flash(of: coin, at: clock.now()) : nil
        let origin = PriceOrigin(quote.pricing, in: table, by: wall)
        let age = origin.flatMap(age)
        let made = QuoteRow(
            quote,
            isFavorite: favoriteCoins.contains(coin),
            origin: origin,
            age: age.flatMap(AgeText.rowWords),
            flash: flash?.direction,
            previous: flash?.previous,
            trend: trends.trend(of: coin),
            week: session.weeks.line(of: coin),
            money: money,
            filter: filter
        )
        let end = age.map { age in
            let step = AgeText.rowStep(age).components.seconds
            return clock.now() + .seconds(step - age.components.seconds % step)
        }
        return (made, [flash?.end, end].compactMap(\.self).min())
    }

    /// Of an old price, by the server's clock.
    private func age(_ origin: PriceOrigin) -> Duration? {
        origin.isOld ? origin.heard.flatMap(clock.date().adding(session.clockOffset()).age(of:)) : nil
    }

    /// Whether what is true until then is true no more.
    func isOver(_ end: ContinuousClock.Instant?) -> Bool { end.map { clock.now() >= $0 } ?? false }

    // MARK: Inputs

    /// Follows the favorites and the prices that have changed. To be called before anything is read for a frame.
    func refresh() {
        followFavorites()
        followCurrency()
        followPrices()
    }

    /// These rows are on the screen now, with a column for their weeks; none, where it has no room for that.
    func weeksShown(_ coins: [CoinID]) { session.weeks.show(WeekRequest(coins, step: Sparkline.weekStep)) }

    /// Keeps the pace of prices, puts flashes out, notes trends, asks for icons and weeks, until the calling task is cancelled.
    func appeared() async {
        async let _ = noteTrends()
        async let _ = session.market.pace.run(clock) { [local] in local.settings.updateRate.interval }
        async let _ = session.icons.appeared(clock)
        async let _ = session.weeks.appeared(clock)
        await putFlashesOut()
    }

    /// - Parameter isLit: whether one of the rows on the screen is lit.
    func shown(isLit: Bool) { showsFlash = isLit }

    /// Whatever screen is shown: a trend has no holes because somebody was in Settings. A market that stands still costs nothing.
    private func noteTrends() async {
        for await _ in Observations({ self.session.market.isComplete }) {
            while session.market.isComplete {
                trendDue()
                do { try await clock.sleep(TrendCache.period) } catch { return }
            }
        }
    }

    /// Takes a sample of all prices.
    func trendDue() {
        var next = trends
        if next.sample(table) { trends = next }
    }

    /// Where ticks come quickly the next one does that anyway, and no frame is drawn for it.
    private func putFlashesOut() async {
        for await _ in moved {
            while let rest = timeLeft, rest > .zero {
                do { try await clock.sleep(rest) } catch { return }
            }
            if showsFlash {
                showsFlash = false
                flashTick += 1
            }
        }
    }

    private var timeLeft: Duration? { flashes.lastStart.map { PriceFlashes.length - (clock.now() - $0) } }

    /// Comparing costs nothing while it is the same array.
    private func followFavorites() {
        let favorites = session.user.favorites
        guard favorites != self.favorites else { return }
        self.favorites = favorites
        favoriteCoins = Set(favorites.map(\.coin))
    }

    private func followCurrency() {
        let next = session.money
        guard next != money else { return }
        money = next
        summary = MarketSummary(table.totals, in: money)
    }

    private func followPrices() {
        guard flashesHash != table.hash else { return }
        let before = flashes.lastStart
        flashes.take(table, at: clock.now())
        flashesHash = table.hash
        let next = MarketSummary(table.totals, in: money)
        if next != summary { summary = next }
        if flashes.lastStart != before { noteMove.yield() }
    }
}
