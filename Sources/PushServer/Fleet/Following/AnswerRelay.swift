internal import Shared

/// Questions that a node passes on to the one that it follows: for details and icons of coins, and for rates of past
/// days. Callers that ask the same at the same time share one question.
struct AnswerRelay<Question: Hashable & Sendable, Answer: Sendable> {
    private var waiting: [Question: [CheckedContinuation<Answer, Never>]] = [:]

    init() {}

    /// What the other node has not answered yet.
    var questions: some Collection<Question> { waiting.keys }

    /// - Returns: whether the node must ask.
    mutating func add(_ continuation: CheckedContinuation<Answer, Never>, for question: Question) -> Bool {
        waiting[question, default: []].append(continuation)
        return waiting[question]?.count == 1
    }

    mutating func answer(_ question: Question, _ answer: Answer) {
        for continuation in waiting.removeValue(forKey: question) ?? [] { continuation.resume(returning: answer) }
    }

    /// Nobody can answer at the moment.
    mutating func answerAll(_ answer: Answer) {
        for question in Array(waiting.keys) { self.answer(question, answer) }
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
