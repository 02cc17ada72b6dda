internal import Shared

/// The market and what it is made of: what the providers say goes in, diffs come out.
/// Pure rules of the market hub, which hands the diffs on.
struct MarketHubRules {
    /// The protocol promises a hash at least every 30 s. A hash travels with a diff, so it is due earlier than that.
    static let hashInterval = Duration.seconds(25)

    private(set) var table = MarketTable()
    private(set) var remarks = MarketRemarks()
    private var feed: MarketFeed
    private var sources: SourceList
    private let plan: Plan
    private var stamps: [SourceNumber: StampWatch] = [:]
    /// When an exchange or a listing last answered, whatever it said.
    private var answered: [SourceNumber: MarketTime] = [:]
    private var lastHash: MarketTime?
    private var matchingIsOld = false
    private var moves: [ExchangeMoves] = []
    private var poll: MarketPoll?

    /// What the server was told to do.
    struct Plan {
        /// Those that will be asked, exchanges in the order of preference.
        var sources: [MarketSource.Name] = []
        var choice = PriceChoice()
        /// How often each is asked, where that is known.
        var intervals: [MarketSource.Name: Duration] = [:]
        var listingInterval = Duration.seconds(60)

        init(_ sources: [MarketSource.Name] = []) { self.sources = sources }

        init(
            _ sources: [MarketSource.Name],
            tickerInterval: Duration,
            listingInterval: Duration = .seconds(60)
        ) {
            self.sources = sources
            choice = PriceChoice(tickerInterval: tickerInterval, listingInterval: listingInterval)
            self.listingInterval = listingInterval
            for name in sources where name.kind == .tickers { intervals[name] = tickerInterval }
        }

        /// - Parameter tickerInterval: how often exchanges are asked that allow it.
        init(_ providers: [Provider], tickerInterval: Duration, listingInterval: Duration = .seconds(60)) {
            self.init(
                providers.flatMap(\.sources),
                tickerInterval: tickerInterval,
                listingInterval: listingInterval
            )
            for provider in providers {
                guard let tickers = provider.tickers else { continue }
                intervals[MarketSource.Name(.tickers, of: provider.name)] = max(tickers.intervalMin, tickerInterval)
            }
        }

        /// How long a source may take to say something new; nil for what is asked too seldom to be late.
        func lateness(of source: MarketSource.Name) -> Duration? {
            switch source.kind {
            case .tickers: max(.seconds(4), (intervals[source] ?? .zero) * 3)
            case .listing: listingInterval * 3 + .seconds(600)
            default: nil
            }
        }
    }

    /// - Parameter now: when the sources begin to be asked.
    init(_ plan: Plan = Plan(), now: MarketTime = MarketTime(milliseconds: 0)) {
        self.plan = plan
        (feed, sources) = (MarketFeed(choice: plan.choice), SourceList())
        start(now: now)
    }

    /// Goes on with the market of an earlier process, row by row. What it knew is old until its sources have answered.
    init(continuing table: MarketTable, _ plan: Plan = Plan(), now: MarketTime) {
        self.plan = plan
        self.table = table
        (feed, sources) = (MarketFeed(continuing: table, choice: plan.choice), SourceList(table.sources))
        start(now: now)
    }

    var sourceStates: [MarketSource] { sources.all }

    /// By how much the clocks of exchanges are off: the server's less theirs.
    var clockOffsets: [(source: MarketSource, offset: Duration)] {
        sources.all.filter { $0.kind == .tickers }.compactMap { source in
            stamps[source.number]?.offset.map { (source, $0) }
        }
    }

    // MARK: News

    /// Whether an exchange's or a listing's answer moves on. An answer that does not is not news, and must not be taken.
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

    /// A listing with the time against which the age of its prices is measured. That is the listing's own time once its stamps
    /// have moved. Until then it is the server's, because a cache that stands still repeats the time at which it was filled.
    func dated(_ listing: CoinListing, _ provider: String, now: MarketTime) -> CoinListing {
        let number = sources[MarketSource.Name(.listing, of: provider)]?.number
        let hasMoved = number.flatMap { stamps[$0] }?.hasMoved ?? false
        return hasMoved ? listing : listing.made(at: max(listing.time, now))
    }

    // Each returns nil if nothing has changed.

    mutating func arrived(_ listing: CoinListing, _ provider: String, now: MarketTime) -> MarketDiff? {
        let name = MarketSource.Name(.listing, of: provider)
        let number = number(of: name, now: now)
        let changes = feed.merge(listing, from: number, at: now)
        let findings = feed.takeFindings()
        note(findings)
        poll = MarketPoll(number, rows: findings.heard, at: now)
        return commit(changes, .live(name, heard: now), now: now)
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

    /// A source has answered something that the table does not show.
    mutating func answered(_ name: MarketSource.Name, now: MarketTime) -> MarketDiff? {
        commit(MarketChanges(), .live(name, heard: now), now: now)
    }

    /// A source has said again what it said before: that is no news, but what kept it from answering is over.
    mutating func repeated(_ name: MarketSource.Name, now: MarketTime) -> MarketDiff? {
        guard let source = sources.all.first(where: { $0.name == name }), let lastEvent = source.lastEvent,
            source.state != .live, source.state != .starting
        else { return nil }
        return commit(
            MarketChanges(),
            .late(name, cause: cause(of: source, answering: true, since: lastEvent)),
            now: now
        )
    }

    /// A source's last request came to nothing: what it gave before stays, and its age is told with the cause.
    mutating func failed(
        _ kind: MarketSource.Kind,
        _ error: ProviderError,
        retryAt: MarketTime,
        now: MarketTime
    ) -> MarketDiff? {
        let name = MarketSource.Name(kind, of: error.provider)
        return commit(MarketChanges(), .failed(name, error, retryAt: retryAt), now: now)
    }

    /// Prices that are not heard again get old, one by one, and a source that is late is told as late.
    mutating func timePassed(to now: MarketTime) -> MarketDiff? {
        commit(feed.timePassed(to: now), sources.all.compactMap { lateness(of: $0, at: now) }, now: now)
    }

    /// What exchanges have told since the last look, whichever of them prices a coin at the moment.
    mutating func takeMoves() -> [ExchangeMoves] {
        defer { moves = [] }
        return moves
    }

    /// The rows whose price was told by the answer that was merged last.
    mutating func takePoll() -> MarketPoll? {
        defer { poll = nil }
        return poll
    }

    /// What an operator should be told of the answers since the last look.
    mutating func takeRemarks() -> [String] { remarks.takeLines() }

    // MARK: Who is who

    /// Whether a board has pairs that none before had.
    mutating func meetsPairs(of board: TickerBoard, _ provider: String, now: MarketTime) -> Bool {
        feed.meetsPairs(of: board, from: number(of: MarketSource.Name(.tickers, of: provider), now: now))
    }

    /// Whether something is known that the last matching of coins and pairs did not know. Asking resets it.
    mutating func needsMatching() -> Bool {
        defer { matchingIsOld = false }
        return matchingIsOld
    }

    private mutating func note(_ findings: MarketFeed.Findings) {
        remarks.found(findings)
        if findings.needsMatching { matchingIsOld = true }
    }

    /// Those that tell prices, by name.
    var exchanges: [String] { sources.all.filter { $0.kind == .tickers }.map(\.provider) }

    /// Who is who on an exchange, from now on.
    @discardableResult
    mutating func assign(
        _ pairs: SymbolMap,
        of provider: String,
        now: MarketTime = MarketTime(milliseconds: 0)
    ) -> MarketDiff? {
        let number = number(of: MarketSource.Name(.tickers, of: provider), now: now)
        let changes = feed.assign(
            pairs.symbols(at: provider),
            decimals: { pairs.priceDecimals(of: $0, at: provider) },
            of: number,
            at: now
        )
        return changes.isEmpty ? nil : commit(changes, now: now)
    }

    /// The pairs of an exchange that are known to be their coins'.
    func provedPairs(of provider: String) -> [String: CoinID] {
        sources[MarketSource.Name(.tickers, of: provider)].map { feed.provedPairs(of: $0.number) } ?? [:]
    }

    /// A price of the listing that is older says nothing about who is who.
    var judgingAge: Duration { plan.choice.judging }

    func isDelisted(_ coin: CoinID) -> Bool { feed.isDelisted(coin) }

    // MARK: Parts of all

    private mutating func start(now: MarketTime) {
        for name in plan.sources { _ = sources.number(of: name, now: now) }
        preferExchanges()
        var changes = feed.timePassed(to: now)
        changes.sources = sources.restart(now: now)
        _ = table.commit(changes, time: max(now, table.time))
    }

    private mutating func number(of name: MarketSource.Name, now: MarketTime) -> SourceNumber {
        if let known = sources[name] { return known.number }
        defer { preferExchanges() }
        return sources.number(of: name, now: now)
    }

    /// As planned; those that nobody planned come last.
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
        return .late(source.name, cause: cause(of: source, answering: answers, since: lastEvent))
    }

    private func cause(of source: MarketSource, answering: Bool, since lastEvent: MarketTime) -> String {
        let fault =
            switch (answering, stamps[source.number]?.stampStandsStill ?? false) {
            case (false, _): " has not answered since"
            case (true, false): " repeats what it said at"
            case (true, true): "'s time stamps have stood still since"
            }
        return "\(source.provider)\(fault) \(lastEvent.dateAndClockText) UTC."
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

/// How the prices of one exchange have moved, by its latest answer.
struct ExchangeMoves: Sendable {
    let exchange: String
    let prices: [(coin: CoinID, price: ExactDecimal)]
    let time: MarketTime

    init(_ exchange: String, _ prices: [(coin: CoinID, price: ExactDecimal)], at time: MarketTime) {
        (self.exchange, self.prices, self.time) = (exchange, prices, time)
    }
}
