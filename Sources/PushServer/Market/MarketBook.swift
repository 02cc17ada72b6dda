internal import Shared

/// The market and what it is made of: what the providers say goes in, diffs come out.
///
/// Pure rules of the market hub, which hands the diffs on.
struct MarketBook {
    /// How often a diff says the hash of the whole table, so that a replica can check itself.
    static let hashInterval = Duration.seconds(30)

    private(set) var table = MarketTable()
    private var feed = MarketFeed()
    private var sources: [MarketSource.Kind: MarketSource] = [:]
    private var lastHash: MarketTime?

    init() {}

    /// Goes on with the market of an earlier process, row by row.
    init(continuing table: MarketTable) {
        self.table = table
        feed = MarketFeed(continuing: table)
        for source in table.sources { sources[source.kind] = source }
    }

    var sourceStates: [MarketSource] { MarketSource.Kind.allCases.compactMap { sources[$0] } }

    // MARK: News. Each returns nil if nothing has changed.

    mutating func arrived(_ listing: CoinListing, _ provider: String, now: MarketTime) -> MarketDiff? {
        let changes = feed.merge(listing)
        return commit(changes, .live(.listing, provider, at: listing.time), now: now)
    }

    mutating func arrived(_ board: TickerBoard, _ provider: String, now: MarketTime) -> MarketDiff? {
        let changes = feed.merge(board)
        return commit(changes, .live(.tickers, provider, at: board.time), now: now)
    }

    /// A source has answered something that the table does not show.
    mutating func answered(_ kind: MarketSource.Kind, _ provider: String, now: MarketTime) -> MarketDiff? {
        commit(MarketChanges(), .live(kind, provider, at: now), now: now)
    }

    /// A source's last request came to nothing: what it gave before stays, and its age is told with the cause.
    mutating func failed(
        _ kind: MarketSource.Kind,
        _ error: ProviderError,
        retryAt: MarketTime,
        now: MarketTime
    ) -> MarketDiff? {
        let lastEvent = sources[kind]?.lastEvent
        return commit(MarketChanges(), .failed(kind, error, lastEvent: lastEvent, retryAt: retryAt), now: now)
    }

    /// Who is who on the exchange, from now on.
    mutating func assign(_ pairs: PairBook) { feed.merge(pairs) }

    /// Told when something but the age has changed, or the age by a second: quotes of a second need no finer time.
    private mutating func commit(_ changes: MarketChanges, _ news: SourceNews, now: MarketTime) -> MarketDiff? {
        var changes = changes
        if let source = news.source(after: sources[news.kind], now: now) {
            sources[news.kind] = source
            changes.sources = [source]
        }
        let isHashDue = lastHash.map { now.elapsed(since: $0) >= Self.hashInterval } ?? true
        guard let diff = table.commit(changes, time: now, withHash: isHashDue) else { return nil }
        if isHashDue { lastHash = now }
        return diff
    }
}
