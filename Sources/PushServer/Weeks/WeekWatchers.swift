internal import Shared

/// Which connections show which coins' weeks, and who is still to be told of an hour that has ended.
struct WeekWatchers {
    typealias Deliver = @Sendable ([CoinWeek], MarketHour) -> Void

    private struct Watcher {
        let request: WeekRequest
        let coins: Set<CoinID>
        let deliver: Deliver
    }

    /// An hour ends for all at once. They are told one after the other, so that no tick has to wait for it.
    static let toldPerSecond = 100

    private var watchers: [TerminalID: Watcher] = [:]
    private var counts: [CoinID: Int] = [:]
    private var waiting: [TerminalID] = []

    /// Those that somebody looks at.
    var coins: some Collection<CoinID> { counts.keys }

    /// - Returns: the coins that are new to the connection.
    mutating func show(_ request: WeekRequest, by terminal: TerminalID, _ deliver: @escaping Deliver) -> [CoinID] {
        let before = watchers[terminal]
        remove(terminal)
        if request.coins.isEmpty { return [] }
        let coins = Set(request.coins)
        watchers[terminal] = Watcher(request: request, coins: coins, deliver: deliver)
        for coin in coins { counts[coin, default: 0] += 1 }
        guard let before, before.request.step == request.step else { return request.coins }
        return request.coins.filter { !before.coins.contains($0) }
    }

    private mutating func remove(_ terminal: TerminalID) {
        guard let gone = watchers.removeValue(forKey: terminal) else { return }
        for coin in gone.coins {
            let count = counts[coin, default: 1] - 1
            counts[coin] = count > 0 ? count : nil
        }
    }

    /// All are to be told of all their coins.
    mutating func hourEnded() { waiting = Array(watchers.keys) }

    /// - Returns: those whose turn it is, with their coins.
    mutating func secondPassed() -> [(TerminalID, [CoinID])] {
        let due = waiting.suffix(Self.toldPerSecond)
        waiting.removeLast(due.count)
        return due.compactMap { terminal in watchers[terminal].map { (terminal, $0.request.coins) } }
    }

    /// Those that show a coin.
    func terminals(showing coin: CoinID) -> [TerminalID] {
        watchers.filter { $0.value.coins.contains(coin) }.map(\.key)
    }

    func tell(_ terminal: TerminalID, _ coins: [CoinID], of closes: HourlyCloses) {
        guard let watcher = watchers[terminal], !coins.isEmpty else { return }
        watcher.deliver(coins.map { closes.week(of: $0, step: watcher.request.step) }, closes.open)
    }
}
