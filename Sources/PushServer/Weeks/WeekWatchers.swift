internal import Shared

/// Tracks which connections show which coins' weeks, and which of them still need news of an hour that has ended.
struct WeekWatchers {
    typealias Deliver = @Sendable ([CoinWeek], MarketHour) -> Void

    private struct Watcher {
        let request: WeekRequest
        let coins: Set<CoinID>
        let deliver: Deliver
    }

    /// An hour ends for all connections at once. The news is spread over seconds, so that no tick has to wait.
    static let toldPerSecond = 100

    private var watchers: [ConnectionID: Watcher] = [:]
    private var counts: [CoinID: Int] = [:]
    private var waiting: [ConnectionID] = []

    /// The coins that somebody views.
    var coins: some Collection<CoinID> { counts.keys }

    /// The coins that most connections view, at most `max` of them. Where as many connections view two coins, the one with the lower number comes first.
    /// - Parameter isListed: whether the market contains a coin. Any other coin comes last: a terminal may name numbers
    ///   that no coin has, and these must not take the places of others' coins.
    func coins(max: Int, isListed: (CoinID) -> Bool) -> [CoinID] {
        let ranked = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return Array((ranked.filter(isListed) + ranked.filter { !isListed($0) }).prefix(max))
    }

    /// - Returns: the coins that are new to the connection.
    mutating func show(_ request: WeekRequest, by connection: ConnectionID, _ deliver: @escaping Deliver) -> [CoinID] {
        let before = watchers[connection]
        remove(connection)
        if request.coins.isEmpty { return [] }
        let coins = Set(request.coins)
        watchers[connection] = Watcher(request: request, coins: coins, deliver: deliver)
        for coin in coins { counts[coin, default: 0] += 1 }
        guard let before, before.request.step == request.step else { return request.coins }
        return request.coins.filter { !before.coins.contains($0) }
    }

    private mutating func remove(_ connection: ConnectionID) {
        guard let gone = watchers.removeValue(forKey: connection) else { return }
        for coin in gone.coins {
            let count = counts[coin, default: 1] - 1
            counts[coin] = count > 0 ? count : nil
        }
    }

    /// Marks all connections to get all their coins again.
    mutating func hourEnded() { waiting = Array(watchers.keys) }

    /// - Returns: the connections whose turn it is, with their coins.
    mutating func secondPassed() -> [(ConnectionID, [CoinID])] {
        let due = waiting.suffix(Self.toldPerSecond)
        waiting.removeLast(due.count)
        return due.compactMap { connection in watchers[connection].map { (connection, $0.request.coins) } }
    }

    /// The connections that show a coin.
    func connections(showing coin: CoinID) -> [ConnectionID] {
        watchers.filter { $0.value.coins.contains(coin) }.map(\.key)
    }

    /// The connections that show some of these coins, each with those.
    func connections(showingAnyOf coins: Set<CoinID>) -> [(ConnectionID, [CoinID])] {
        watchers.compactMap { connection, watcher in
            let shown = watcher.request.coins.filter(coins.contains)
            return shown.isEmpty ? nil : (connection, shown)
        }
    }

    func tell(_ connection: ConnectionID, _ coins: [CoinID], of closes: HourlyCloses) {
        tell(connection, coins, open: closes.open) { closes.week(of: $0, step: $1) }
    }

    /// - Parameters:
    ///   - hour: the hour that is not over.
    ///   - week: a coin's week with one close for every `step` hours.
    func tell(
        _ connection: ConnectionID,
        _ coins: [CoinID],
        open hour: MarketHour,
        week: (_ coin: CoinID, _ step: Int) -> CoinWeek
    ) {
        guard let watcher = watchers[connection], !coins.isEmpty else { return }
        watcher.deliver(coins.map { week($0, watcher.request.step) }, hour)
    }
}
