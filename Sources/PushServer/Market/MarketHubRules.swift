internal import Shared

/// The market and its inputs: it takes the providers' answers and returns diffs. These are pure rules of the market
/// hub, which publishes the diffs.
struct MarketHubRules {
    /// The protocol promises a hash at least every 30 s. A hash needs a diff to carry it, so it is due earlier.
    static let hashInterval = Duration.seconds(25)
    /// How many rows of a listing are taken at once. They take a millisecond or two.
    static let listingRowsMax = 500

    private(set) var table = MarketTable()
    private(set) var remarks = MarketRemarks()
    private var feed: MarketFeed
    private var sources: SourceList
    private var plan: Plan
    private var stamps: [SourceNumber: StampWatch] = [:]
    /// When an exchange or a listing last answered, with or without news.
    private var answered: [SourceNumber: MarketTime] = [:]
    private var lastHash: MarketTime?
    private var matching = MatchingNeed()
    private var moves: [ExchangeMoves] = []
    private var poll: MarketPoll?

    /// - Parameter now: when requests to the sources begin.
    init(_ plan: Plan, now: MarketTime) {
        self.plan = plan
        (feed, sources) = (MarketFeed(choice: plan.choice), SourceList())
        start(now: now)
    }

    /// Continues the market of an earlier process, row by row. Its data is old until the sources answer.
    init(continuing table: MarketTable, _ plan: Plan, now: MarketTime) {
        self.plan = plan
        self.table = table
        (feed, sources) = (MarketFeed(continuing: table, choice: plan.choice), SourceList(table.sources))
        start(now: now)
    }

    var sourceStates: [MarketSource] { sources.all }

    /// The offsets of the exchanges' clocks: the server's clock minus theirs.
    var clockOffsets: [(source: MarketSource, offset: Duration)] {
        sources.all.filter { $0.kind == .tickers }.compactMap { source in
            stamps[source.number]?.offset.map { (source, $0) }
        }
    }

    // MARK: News

    /// Whether the answer of an exchange or a listing is newer than the last one. If not, it must be ignored.
    mutating func isNews(
        _ stamp: MarketTime?,
        _ content: some Hashable,
        from name: MarketSource.Name,
        now: MarketTime
    ) -> Bool {
        let number = number(of: name, now: now)
        answered[number] = now
        guard stamps[number, default: StampWatch()].isNewer(stamp, content, at: now) else { return false }
        if name.kind == .tickers, let offset = stamps[number]?.offset {
            remarks.clock(of: name, isOffBy: offset, now: now)
        }
        return true
    }

    /// Dates a listing for judging the age of its prices. That is the listing's own time once its stamps have moved.
    /// Until then it is the server's time, because a stale cache repeats the time at which it was filled.
    func dated(_ listing: CoinListing, _ provider: String, now: MarketTime) -> CoinListing {
        let number = sources[MarketSource.Name(.listing, of: provider)]?.number
        let hasMoved = number.flatMap { stamps[$0] }?.hasMoved ?? false
        return hasMoved ? listing : listing.made(at: max(listing.time, now))
    }

    /// Begins to take a listing.
    mutating func begin(_ listing: CoinListing, _ provider: String, now: MarketTime) -> ListingMerge {
        feed.begin(listing, from: number(of: MarketSource.Name(.listing, of: provider), now: now), at: now)
    }

    // Each of these returns nil if nothing has changed.

    /// Takes the next rows of a listing that `begin` has begun.
    mutating func proceed(
        _ merge: inout ListingMerge,
        _ provider: String,
        rows: Int = Self.listingRowsMax,
        now: MarketTime
    ) -> MarketDiff? {
        let changes = feed.proceed(&merge, rows: rows, at: now)
        let findings = feed.takeFindings()
        note(findings)
        merge.heard += findings.heard
        guard merge.isOver else { return commit(changes, now: now) }
        // All of it is one answer, with which alerts compare the next one.
        poll = MarketPoll(merge.source, rows: merge.heard, at: now)
        return commit(changes, .live(MarketSource.Name(.listing, of: provider), heard: now), now: now)
    }

    mutating func arrived(_ board: TickerBoard, _ provider: String, now: MarketTime) -> MarketDiff? {
        let name = MarketSource.Name(.tickers, of: provider)
        let number = number(of: name, now: now)
        let changes = feed.merge(board, from: number, at: now)
        let findings = feed.takeFindings()
        note(findings)
        poll = MarketPoll(number, rows: findings.heard, at: now)
        if !findings.moves.isEmpty { moves.append(ExchangeMoves(provider, findings.moves, at: now)) }
        return commit(changes, .live(name, heard: now), now: now)
    }

    /// A source has answered with data that the table does not show.
    mutating func answered(_ name: MarketSource.Name, now: MarketTime) -> MarketDiff? {
        commit(MarketChanges(), .live(name, heard: now), now: now)
    }

    /// A source has repeated its last answer. That is not news, but an earlier failure is over.
    mutating func repeated(_ name: MarketSource.Name, now: MarketTime) -> MarketDiff? {
        guard let source = sources.all.first(where: { $0.name == name }), source.lastEvent != nil,
            source.state != .live, source.state != .starting
        else { return nil }
        return commit(
            MarketChanges(),
            .late(name, cause: cause(of: source, answering: true)),
            now: now
        )
    }

    /// A source is requested at this interval from now on.
    mutating func paced(_ name: MarketSource.Name, every interval: Duration, now: MarketTime) -> MarketDiff? {
        if name.kind == .listing, interval != plan.listingInterval {
            plan.pace(listing: interval)
            feed.choice = plan.choice
        }
        _ = number(of: name, now: now)
        let source = sources.pace(name, every: interval)
        return source.flatMap { source in
            var changes = MarketChanges()
            changes.sources = [source]
            return commit(changes, now: now)
        }
    }

    /// A source's last request has failed. Its earlier data stays, and its state gets the cause.
    mutating func failed(
        _ kind: MarketSource.Kind,
        _ error: ProviderError,
        retryAt: MarketTime,
        now: MarketTime
    ) -> MarketDiff? {
        let name = MarketSource.Name(kind, of: error.provider)
        return commit(MarketChanges(), .failed(name, error, retryAt: retryAt), now: now)
    }

    /// Ages prices that were not heard again, and marks late sources.
    mutating func timePassed(to now: MarketTime) -> MarketDiff? {
        commit(feed.timePassed(to: now), sources.all.compactMap { lateness(of: $0, at: now) }, now: now)
    }

    /// Returns the price changes of each exchange since the last call, whether or not it prices the coin in the
    /// market.
    mutating func takeMoves() -> [ExchangeMoves] {
        defer { moves = [] }
        return moves
    }

    /// Returns the rows whose prices were in the last merged answer.
    mutating func takePoll() -> MarketPoll? {
        defer { poll = nil }
        return poll
    }

    /// Returns the remarks for an operator since the last call.
    mutating func takeRemarks() -> [String] { remarks.takeLines() }

    // MARK: Matching

    /// Whether a board has pairs that no earlier board had.
    mutating func meetsPairs(of board: TickerBoard, _ provider: String, now: MarketTime) -> Bool {
        feed.meetsPairs(of: board, from: number(of: MarketSource.Name(.tickers, of: provider), now: now))
    }

    /// Returns whether coins and pairs must be matched again. What has changed since the last time counts once.
    mutating func needsMatching(at now: MarketTime) -> Bool { matching.take(at: now) }
    mutating func matchingBegan() { matching.began() }
    mutating func matched(_ pairs: SymbolMap, at now: MarketTime) {
        matching.ended(isContested: pairs.isContested, at: now)
    }

    private mutating func note(_ findings: MarketFeed.Findings) {
        remarks.found(findings)
        if findings.needsMatching { matching.changed() }
    }

    /// The names of the exchanges.
    var exchanges: [String] { sources.all.filter { $0.kind == .tickers }.map(\.provider) }

    /// Sets the pairs of an exchange.
    @discardableResult
    mutating func assign(_ pairs: SymbolMap, of provider: String, now: MarketTime) -> MarketDiff? {
        let number = number(of: MarketSource.Name(.tickers, of: provider), now: now)
        let changes = feed.assign(
            pairs.symbols(at: provider),
            decimals: pairs.priceDecimals(at: provider),
            of: number,
            at: now
        )
        return changes.isEmpty ? nil : commit(changes, now: now)
    }

    /// The pairs of an exchange whose coin is certain.
    func provedPairs(of provider: String) -> [String: CoinID] {
        sources[MarketSource.Name(.tickers, of: provider)].map { feed.provedPairs(of: $0.number) } ?? [:]
    }

    /// An older price of the listing is not used for matching.
    var judgingAge: Duration { plan.choice.judging }

    func isDelisted(_ coin: CoinID) -> Bool { feed.isDelisted(coin) }

    // MARK: Sources

    private mutating func start(now: MarketTime) {
        for name in plan.sources { _ = sources.number(of: name, now: now) }
        preferExchanges()
        var changes = feed.timePassed(to: now)
        changes.sources = sources.restart(now: now, askedEvery: plan.intervals)
        _ = table.commit(changes, time: max(now, table.time))
    }

    private mutating func number(of name: MarketSource.Name, now: MarketTime) -> SourceNumber {
        if let known = sources[name] { return known.number }
        defer { preferExchanges() }
        return sources.number(of: name, now: now)
    }

    /// Orders the exchanges as planned. Exchanges outside the plan come last.
    private mutating func preferExchanges() {
        let known = sources.all.filter { $0.kind == .tickers }
        let planned = plan.sources.compactMap { name in known.first { $0.name == name } }
        feed.prefer((planned + known.filter { !planned.contains($0) }).map(\.number))
    }

    private func lateness(of source: MarketSource, at now: MarketTime) -> SourceNews? {
        guard source.state == .live, let lastEvent = source.lastEvent,
            let lateness = plan.lateness(of: source.name), !now.isNear(lastEvent, within: lateness)
        else { return nil }
        let answers = answered[source.number].map { $0 > lastEvent } ?? false
        return .late(source.name, cause: cause(of: source, answering: answers))
    }

    /// Clients show the age of the source beside it.
    private func cause(of source: MarketSource, answering: Bool) -> String {
        switch (answering, stamps[source.number]?.stampStandsStill ?? false) {
        case (false, _): "\(source.provider) does not answer."
        case (true, false): "\(source.provider) repeats its last answer."
        case (true, true): "\(source.provider)'s time stamps stand still."
        }
    }

    private mutating func commit(_ changes: MarketChanges, _ news: SourceNews..., now: MarketTime) -> MarketDiff? {
        commit(changes, news, now: now)
    }

    private mutating func commit(_ changes: MarketChanges, _ news: [SourceNews], now: MarketTime) -> MarketDiff? {
        var changes = changes
        for news in news { if let source = sources.take(news, now: now) { changes.sources.append(source) } }
        let isHashDue = lastHash.map { !now.isNear($0, within: Self.hashInterval) } ?? true
        guard let diff = table.commit(changes, time: now, withHash: isHashDue) else { return nil }
        if isHashDue { lastHash = now }
        return diff
    }
}
