internal import Shared

/// Questions for details and icons of coins that a node passes on to the one that it follows. Callers that ask for the
/// same coin at the same time share one question.
struct AnswerRelay<Answer: Sendable> {
    private var waiting: [CoinID: [CheckedContinuation<Answer, Never>]] = [:]

    init() {}

    /// The coins about which the other node has not answered yet.
    var coins: some Collection<CoinID> { waiting.keys }

    /// - Returns: whether the node must ask for the coin.
    mutating func add(_ continuation: CheckedContinuation<Answer, Never>, for coin: CoinID) -> Bool {
        waiting[coin, default: []].append(continuation)
        return waiting[coin]?.count == 1
    }

    mutating func answer(_ coin: CoinID, _ answer: Answer) {
        for continuation in waiting.removeValue(forKey: coin) ?? [] { continuation.resume(returning: answer) }
    }

    /// Nobody can answer at the moment.
    mutating func answerAll(_ answer: Answer) {
        for coin in Array(waiting.keys) { self.answer(coin, answer) }
    }
}

/// The weeks that clients of a following node show. It asks the followed node once for each coin that anybody views.
struct WeekRelay {
    private var watchers = WeekWatchers()
    private var weeks: [CoinID: CoinWeek] = [:]
    private var open = MarketHour(0)
    private var asked: Set<CoinID> = []

    init() {}

    mutating func received(_ event: WeekHub.Event) {
        guard case .shown(let request, let connection, let deliver) = event else { return }
        let news = watchers.show(request, by: connection, deliver)
        tell(connection, news.filter { weeks[$0] != nil })
    }

    mutating func received(_ news: [CoinWeek], open hour: MarketHour) {
        open = hour
        for week in news { weeks[week.coin] = week }
        let coins = Set(news.map(\.coin))
        for (connection, shown) in watchers.connections(showingAnyOf: coins) { tell(connection, shown) }
    }

    /// A connection has begun. Nothing was asked for on it yet.
    mutating func connected() { asked = [] }

    /// - Returns: the request that the other node must get; nil if it has it.
    mutating func takeRequest() -> WeekRequest? {
        let wanted = Set(watchers.coins)
        weeks = weeks.filter { wanted.contains($0.key) }
        if wanted == asked { return nil }
        asked = wanted
        return WeekRequest(Array(wanted.sorted { $0.rawValue < $1.rawValue }.prefix(NodeLimits.weeks)))
    }

    private func tell(_ connection: ConnectionID, _ coins: [CoinID]) {
        watchers.tell(connection, coins, open: open) { coin, step in
            (weeks[coin] ?? CoinWeek(coin)).thinned(by: step)
        }
    }
}
