internal import Observation
internal import Shared

/// The market's rows in words and figures, as both tabs show them.
@MainActor
@Observable
final class QuoteBoard {
    private let session: Session
    private let clock: AppClock
    private let local: LocalStore
    /// Changes when a flash on the screen has gone out.
    private var flashTick = 0
    private var trends = TrendBook()
    @ObservationIgnored private var flashes = PriceFlashes()
    /// Of the market that flashes were taken from: sequences begin anew with each epoch.
    @ObservationIgnored private var flashesHash: UInt64?
    @ObservationIgnored private var showsFlash = false
    @ObservationIgnored private var memory = QuoteMemory()
    @ObservationIgnored private var favorites: [ListItem] = []
    @ObservationIgnored private var favoriteSet: Set<CoinID> = []
    @ObservationIgnored private var generation = 0
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

    var favoriteCoins: Set<CoinID> {
        followFavorites()
        return favoriteSet
    }

    /// Another number whenever `favoriteCoins` has changed: quicker to compare than they are.
    var favoritesGeneration: Int {
        followFavorites()
        return generation
    }

    func row(_ row: Int, filter: String = "") -> QuoteRow { rows(filter: filter)(row) }

    /// For who reads many rows: what all of them depend on is looked at once. Not to be kept, for it holds the market.
    func rows(filter: String = "") -> (_ row: Int) -> QuoteRow {
        followPrices()
        let (table, trends, favorites, now) = (table, trends, favoriteCoins, clock.now())
        let showsFlashes = local.settings.flashes
        let source = QuoteMemory.Source(
            market: table.hash,
            sampled: trends.lastHash,
            favoritesGeneration: generation,
            flashTick: flashTick,
            showsFlashes: showsFlashes,
            filter: filter
        )
        memory.follow(source, at: now)
        return { [self] row in
            if let known = memory[row] { return known }
            let quote = table[row]
            let coin = quote.instrument.coin
            let flash = showsFlashes ? flashes.flash(of: coin, at: now) : nil
            if flash != nil { showsFlash = true }
            let made = QuoteRow(
                quote,
                isFavorite: favorites.contains(coin),
                origin: PriceOrigin(quote.pricing, in: table),
                flash: flash?.direction,
                previous: flash?.previous,
                trend: trends.trend(of: coin),
                filter: filter
            )
            memory.keep(made, row: row, until: flash?.end)
            return made
        }
    }

    // MARK: Inputs

    /// Keeps the pace of prices, puts flashes out, notes trends and asks for icons, until the calling task is cancelled.
    func appeared() async {
        async let _ = noteTrends()
        async let _ = session.market.pace.run(clock) { [local] in local.settings.updateRate.interval }
        async let _ = session.icons.appeared(clock)
        await putFlashesOut()
    }

    /// Whatever screen is shown: a trend has no holes because somebody was in Settings. A market that stands still costs nothing.
    private func noteTrends() async {
        for await _ in Observations({ self.session.market.isComplete }) {
            while session.market.isComplete {
                trendDue()
                do { try await clock.sleep(TrendBook.period) } catch { return }
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
        favoriteSet = Set(favorites.map(\.coin))
        generation += 1
    }

    private func followPrices() {
        guard flashesHash != table.hash else { return }
        let before = flashes.lastStart
        flashes.take(table, at: clock.now())
        flashesHash = table.hash
        if flashes.lastStart != before { noteMove.yield() }
    }
}
