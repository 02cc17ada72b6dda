internal import Shared

/// What has happened since the last look, in lines of plain words, for screen readers, logs and simple terminals. Lines
/// are never taken back, and no meaning depends on color or place.
struct PlainFeed {
    /// The state at one moment.
    struct Moment {
        var time: MarketTime
        /// How far the server's clock is ahead of this machine's.
        var clockOffset = Duration.zero
        var state: ServerLink.State
        var table: MarketTable
        var user: UserTable
        var offers = ServerOffers()
        /// The currency of the shown prices.
        var money = ShownCurrency.usd
        var rates: ExchangeRates?
        /// Whether the market and the user's data have come once.
        var isComplete: Bool

        /// The server's time; nil without a connection. Then the line about the connection says why nothing comes.
        fileprivate var serverTime: MarketTime? { state == .live ? time.adding(clockOffset) : nil }
    }

    /// How many of the best-ranked coins are printed if there are no favorites.
    private static let coinsWithoutFavorites = 10

    /// On Favorites, only the user's coins are printed. On Prices, there is always something to print.
    private let tab: Tab
    /// The name of the list that is printed in place of Favorites.
    private let list: String?
    private let page: PlainPage?
    private var toldPage: [String] = []
    private var lists: PlainLine?
    private var connection = ""
    private var hasToldMock = false
    private var sources: [String] = []
    private var favorites: [CoinID]?
    private var settings: String?
    /// What is wrong with the rate of the user's currency; nil if all is well.
    private var currency: StatusWords?
    private var holdings = PlainLine.nothing(.holdings)
    private var conditions = PlainLine.nothing(.alerts)
    /// Nil before the first look at alerts.
    private var alerts: AlertNews?
    private var losses = LossNews()
    private var told: [CoinID: String] = [:]
    private let clock: WallClock
    private var hasNamedZone = false

    /// - Parameter clock: the clock for the times at the beginning of lines.
    init(of tab: Tab = .prices, list: String? = nil, page: PlainPage? = nil, by clock: WallClock = .utc) {
        (self.tab, self.list, self.page, self.clock) = (tab, list, page, clock)
    }

    /// News about the connection, the sources, and what the user has changed here or elsewhere.
    mutating func news(_ now: Moment) -> [String] {
        var lines: [String] = []
        let connection = Self.line(now.state).description
        if connection != self.connection { lines.append(connection) }
        self.connection = connection
        if now.offers.isMock, !hasToldMock { lines.append(PlainLine.mockMarket.description) }
        hasToldMock = now.offers.isMock
        let sources = now.table.sources.compactMap { line($0, now)?.description }
        lines += sources.filter { !self.sources.contains($0) }
        self.sources = sources
        if now.isComplete { lines += userNews(now) }
        if !lines.isEmpty, !hasNamedZone {
            hasNamedZone = true
            lines.insert("\(PlainLine.zone(clock.zone(at: now.time)))", at: 0)
        }
        return told(lines, now)
    }

    /// The page, or the prices of the user's favorites, that have changed since they were last printed.
    mutating func prices(_ now: Moment) -> [String] {
        guard now.isComplete else { return [] }
        if let lines = page?.lines(now) {
            if lines == toldPage { return [] }
            toldPage = lines
            return told(lines, now)
        }
        var lines: [String] = []
        let change = ListSettings(now.user).change
        for quote in quotes(now) {
            let origin = PriceOrigin(quote.pricing, in: now.table, at: now.serverTime, by: clock)
            let line = Self.line(quote, now.money, change, origin).description
            if told.updateValue(line, forKey: quote.instrument.coin) != line { lines.append(line) }
        }
        return told(lines, now)
    }

    private func told(_ lines: [String], _ now: Moment) -> [String] {
        lines.map { "\(clock.reading(now.time).clockText) \($0)" }
    }

    private mutating func userNews(_ now: Moment) -> [String] {
        var lines: [PlainLine] = []
        let coins = items(now).map(\.coin)
        let lists = Self.lists(now.user)
        if let told = self.lists, told != lists { lines.append(lists) }
        if self.lists == nil, !now.user.lists.isEmpty { lines.append(lists) }
        self.lists = lists
        if coins != favorites { lines.append(line(coins, now)) }
        let settings = SettingsReport(now.user, now.offers).line
        if let told = self.settings, told != settings { lines.append(.settings(settings)) }
        (favorites, self.settings) = (coins, settings)
        // Rates carry their day, so they grow old without a connection, too.
        let currency = now.money.warning(at: now.time.adding(now.clockOffset))
        if let currency, currency != self.currency { lines.append(.currency(currency)) }
        self.currency = currency
        let (holdings, conditions) = (Self.holdings(now), Self.conditions(now))
        if self.holdings != holdings { lines.append(holdings) }
        if self.conditions != conditions { lines.append(conditions) }
        (self.holdings, self.conditions) = (holdings, conditions)
        return (lines + alertNews(now)).map(\.description)
    }

    /// The coins of the printed list.
    private func line(_ coins: [CoinID], _ now: Moment) -> PlainLine {
        let found: ListID? = if let list { now.user.list(named: list) } else { .favorites }
        guard let found else { return .noSuchList(UnknownList(list ?? "", of: now.user)) }
        let name = list.map { now.user.name(of: found) ?? $0 }
        if coins.isEmpty { return .nothing(name.map { .coins(list: $0) } ?? .favorites) }
        let symbols = coins.map { coin in
            now.table.row(of: coin).map { now.table[$0].instrument.symbol.escaped } ?? coin.description
        }
        return .coins(symbols, list: name ?? "favorites")
    }

    /// Lines about alerts that have fired or were lost since the last look. The first look counts those that had fired
    /// before, and names those that were lost.
    private mutating func alertNews(_ now: Moment) -> [PlainLine] {
        let events = now.user.alertEvents
        let isFirst = alerts == nil
        var news = alerts ?? AlertNews()
        let fired = news.take(events)
        alerts = news
        let newLosses = losses.take(now.user.lostDeliveries)
        let lost = (isFirst ? now.user.lostDeliveries.reversed() : newLosses).map { PlainLine.alert($0.line) }
        if isFirst, !events.isEmpty { return [.firedBefore(count: events.count)] + lost }
        return fired.map { .alert($0.line(now.table.symbol(of: $0.coin), in: now.money.name)) } + lost
    }

    private func items(_ now: Moment) -> [ListItem] {
        now.user.list(named: list ?? ListName.favorites.text).map { now.user.items(of: $0) } ?? []
    }

    private func quotes(_ now: Moment) -> [Quote] {
        let favorites = items(now).compactMap { now.table.row(of: $0.coin) }.map { now.table[$0] }
        if tab == .favorites || !favorites.isEmpty { return favorites }
        var query = PriceQuery()
        query.coinsOnly = ListSettings(now.user).coinsOnly
        query.limit = Self.coinsWithoutFavorites
        return query.quotes(of: now.table)
    }
}

// MARK: Lines
extension PlainFeed {
    private static func lists(_ user: UserTable) -> PlainLine {
        let counts = user.allItems.mapValues(\.count)
        return .lists(user.lists.map { "\($0.name.escaped) (\(counts[$0.id] ?? 0))" })
    }

    /// The coins with transactions. Amounts are left to `tickwire holdings`, because these lines may be in a log.
    private static func holdings(_ now: Moment) -> PlainLine {
        let counts = Dictionary(grouping: now.user.transactions, by: \.coin).mapValues(\.count)
        let coins = counts.sorted { $0.key < $1.key }.map { "\(now.table.symbol(of: $0).escaped) (\($1))" }
        return coins.isEmpty ? .nothing(.holdings) : .transactions(coins)
    }

    private static func conditions(_ now: Moment) -> PlainLine {
        let alerts = now.user.alerts.sorted { ($0.coin, $0.id.rawValue) < ($1.coin, $1.id.rawValue) }
        let words = alerts.map { alert in
            let name = alert.coin == .holdings ? "" : now.table.symbol(of: alert.coin).escaped + " "
            return name + alert.words(in: now.money.name, hidesAmounts: true)
        }
        return words.isEmpty ? .nothing(.alerts) : .alerts(words)
    }

    private static func line(_ state: ServerLink.State) -> PlainLine {
        switch state {
        case .connecting: .connecting
        case .live: .connected
        case .waiting(_, let error): .offline(reason: error.description)
        case .stopped(let error): .stopped(reason: error.description)
        }
    }

    /// Nil for a source that is live, or does not concern prices.
    private func line(_ source: MarketSource, _ now: Moment) -> PlainLine? {
        let state = now.serverTime.map(source.state(at:)) ?? source.state
        guard let subject = source.kind.subject, state != .live else { return nil }
        if state == .starting, source.lastEvent == nil { return nil }
        let since = source.lastEvent.map { clock.reading($0).clockText }
        return .silent(subject: subject, since: since, cause: source.cause)
    }

    private static func line(
        _ quote: Quote,
        _ money: ShownCurrency,
        _ change: QuoteColumn.Change?,
        _ origin: PriceOrigin?
    ) -> PlainLine {
        let name = "\(quote.instrument.symbol.escaped) \(quote.instrument.name.escaped)"
        if quote.isDelisted { return .delisted(name) }
        guard let price = money.priceText(quote).map({ PriceText($0).full + money.suffix }) else {
            return .noPrice(name)
        }
        return .price(
            price,
            of: name,
            source: origin?.source.escaped,
            old: origin?.isOld == true ? origin?.since ?? "" : nil,
            change: change.flatMap { words(of: $0, in: quote) }
        )
    }

    private static func words(of change: QuoteColumn.Change, in quote: Quote) -> String? {
        guard let text = change.of(quote).map(ChangeText.init) else { return nil }
        let direction =
            switch text.direction {
            case .up: "up \(text.magnitude)"
            case .down: "down \(text.magnitude)"
            case .none: "unchanged"
            }
        return "\(direction) in \(change.time)"
    }
}
