internal import Shared

/// The weeks that clients of a following node show. It asks the followed node once for each coin that anybody views. If that
/// node does not answer for so many coins, this one leaves out those that nobody lists, and then those that the fewest
/// connections view.
struct WeekRelay {
    private var watchers = WeekWatchers()
    private var weeks: [CoinID: CoinWeek] = [:]
    private var open = MarketHour(0)
    /// The coins of the last request.
    private var asked: Set<CoinID> = []
    /// Whether the wanted coins may differ from those of the last request.
    private var isChanged = false

    init() {}

    mutating func received(_ event: WeekHub.Event) {
        guard case .shown(let request, let connection, let deliver) = event else { return }
        let news = watchers.show(request, by: connection, deliver)
        isChanged = true
        tell(connection, news.filter { weeks[$0] != nil })
    }

    mutating func received(_ news: [CoinWeek], open hour: MarketHour) {
        open = hour
        for week in news { weeks[week.coin] = week }
        let coins = Set(news.map(\.coin))
        for (connection, shown) in watchers.connections(showingAnyOf: coins) { tell(connection, shown) }
    }

    /// A connection has begun. Nothing was asked for on it yet.
    mutating func connected() { (asked, isChanged) = ([], true) }

    /// The new market may list other coins.
    mutating func marketReplaced() { isChanged = true }

    /// - Parameter isListed: whether the market contains a coin.
    /// - Returns: the request that the other node must get; nil if it has it.
    mutating func takeRequest(isListed: (CoinID) -> Bool) -> WeekRequest? {
        guard isChanged else { return nil }
        isChanged = false
        let coins = watchers.coins(max: NodeLimits.weeks, isListed: isListed)
        let wanted = Set(coins)
        weeks = weeks.filter { wanted.contains($0.key) }
        if wanted == asked { return nil }
        asked = wanted
        return WeekRequest(coins)
    }

    private func tell(_ connection: ConnectionID, _ coins: [CoinID]) {
        watchers.tell(connection, coins, open: open) { coin, step in
            (weeks[coin] ?? CoinWeek(coin)).thinned(by: step)
        }
    }
}
