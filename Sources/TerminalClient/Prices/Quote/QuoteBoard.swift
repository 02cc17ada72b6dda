internal import Observation
internal import Shared

/// The rows of the market in words and figures, for all lists.
@MainActor
@Observable
final class QuoteBoard {
    /// Everything besides the market that rows are made of. While neither changes, all rows are still true.
    struct Source: Equatable {
        /// The hash of the market from which trends were last sampled.
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
    /// Changes when a flash on the screen has ended.
    private var flashTick = 0
    private var trends = TrendCache()
    /// The sum of the market as of the last refresh; nil while it is unknown.
    private(set) var summary: MarketSummary?
    /// The currency of prices as of the last refresh.
    private(set) var money = ShownCurrency.usd
    @ObservationIgnored private var flashes = PriceFlashes()
    /// The place of the market up to which prices were followed.
    @ObservationIgnored private var followed: MarketMark?
    /// The rows that changed in the last step, for lists that have followed every step before it.
    @ObservationIgnored private var lastMove: (start: MarketMark?, rows: [Int]?)?
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
    /// Where the market is now.
    var mark: MarketMark { session.market.mark }
    /// - Returns: the rows in which anything has changed since; nil: any of them may have.
    func rowsChanged(since mark: MarketMark?) -> [Int]? {
        if let lastMove, lastMove.start == mark, followed == self.mark { return lastMove.rows }
        return session.market.rowsChanged(since: mark)
    }

    private var wall: WallClock { clock.wall(local.settings.times) }
    /// The time zone of the times beside prices.
    var zone: String { wall.zone(at: clock.date()) }
    /// As of the last refresh.
    @ObservationIgnored private(set) var favoriteCoins: Set<CoinID> = []

    /// The columns of all lists, by the settings of the user and of this terminal.
    var columns: QuoteColumns {
        let all = ListSettings(session.user.table).columns
        return QuoteColumns(all: all.filter { $0 != .badge || local.settings.icons != .off })
    }

    var source: Source {
        Source(
            sampled: trends.lastHash,
            weeks: session.weeks.arrivals,
            favorites: favoriteCoins,
            flashTick: flashTick,
            showsFlashes: local.settings.flashes,
            money: money
        )
    }

    /// The data that rows are made of at this moment. Do not keep it, because it holds the market.
    func rows(filter: String = "") -> QuoteRows {
        QuoteRows(
            table: table,
            now: clock.now(),
            serverTime: { [clock, session] in session.serverTime(by: clock) },
            flashes: local.settings.flashes ? flashes : nil,
            trends: trends,
            weeks: session.weeks,
            arrivals: session.weeks.arrivals,
            favorites: favoriteCoins,
            wall: wall,
            money: money,
            filter: filter
        )
    }

    /// Whether a row that was true until this time is no longer true.
    func isOver(_ end: ContinuousClock.Instant?) -> Bool { end.map { clock.now() >= $0 } ?? false }

    // MARK: Inputs

    /// Follows the favorites and the changed prices. Call it before anything is read for a frame.
    func refresh() {
        followFavorites()
        followCurrency()
        followPrices()
    }

    /// Tells which rows are on the screen with a column for the last seven days; none if there is no room for the
    /// column.
    func weeksShown(_ coins: [CoinID]) { session.weeks.show(WeekRequest(coins, step: Sparkline.weekStep)) }

    /// Paces prices, ends flashes, samples trends, and requests icons and weeks, until the calling task is cancelled.
    func appeared() async {
        async let _ = noteTrends()
        async let _ = session.market.pace.run(clock) { [local] in local.settings.updateRate.interval }
        async let _ = session.icons.appeared(clock)
        async let _ = session.weeks.appeared(clock)
        await putFlashesOut()
    }

    /// - Parameter isLit: whether a row on the screen is lit.
    func shown(isLit: Bool) { showsFlash = isLit }

    /// Samples trends on every screen, so that they have no holes. A market that stands still costs nothing.
    private func noteTrends() async {
        for await _ in Observations({ self.session.market.isCurrent }) {
            while session.market.isCurrent {
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

    /// Redraws after a flash has ended. If ticks come fast, the next one does that, and no extra frame is drawn.
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

    /// Follows the favorites. Comparing an array with itself costs nothing.
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
        let mark = mark
        guard followed != mark else { return }
        let before = flashes.lastStart
        let changed = session.market.rowsChanged(since: followed)
        // Prices that changed after an earlier process ended have not just moved.
        if !session.market.isCached { flashes.take(table, changed: changed, at: clock.now()) }
        (lastMove, followed) = ((followed, changed), mark)
        let next = MarketSummary(table.totals, in: money)
        if next != summary { summary = next }
        if flashes.lastStart != before { noteMove.yield() }
    }
}
