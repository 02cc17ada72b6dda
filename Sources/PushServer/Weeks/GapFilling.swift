internal import Shared

/// Whose gaps are filled next, and from which source: one request at a time, and never more than a tenth of what a provider may
/// be asked.
struct GapFilling {
    /// A coin is asked for at most once in this time.
    static let interval = Duration.seconds(6 * 3600)
    /// The part of each provider's budget, as a divisor.
    static let part = 10
    /// What is asked for: the hours of a week, and the open one.
    static let count = CoinWeek.hours + 1

    struct Question: Equatable, Sendable {
        let coin: CoinID
        let source: KlineSource
        let symbol: String
    }

    /// What each provider calls the coins, once that is known.
    var pairs: SymbolMap?
    private let sources: [KlineSource]
    private var budgets: [KlineSource: RequestBudget]
    private var asked: [CoinID: MarketTime] = [:]
    private var avoided: [KlineSource: MarketTime] = [:]
    private var isAsking = false

    /// - Parameter sources: with the tenth of each, the preferred first.
    init(_ sources: [(KlineSource, RequestBudget)]) {
        self.sources = sources.map(\.0)
        budgets = Dictionary(sources) { first, _ in first }
    }

    /// - Parameters:
    ///   - coins: those that somebody looks at.
    ///   - hasGaps: whether there is anything to fill.
    ///   - provider: who tells a coin's price. Its own candles go before those of others, so that no source changes.
    ///   - isSpared: whether a source is asked so much already that this can wait.
    mutating func next(
        _ coins: some Collection<CoinID>,
        at now: MarketTime,
        hasGaps: (CoinID) -> Bool,
        provider: (CoinID) -> String?,
        isSpared: (KlineSource) -> Bool
    ) -> Question? {
        guard !isAsking, pairs != nil else { return nil }
        let open = sources.filter { source in
            !isSpared(source) && avoided[source].map { now >= $0 } ?? true
        }
        if open.isEmpty { return nil }
        for coin in coins where !isAsked(coin, at: now) {
            let own = provider(coin)
            let ordered = open.filter { $0.title == own } + open.filter { $0.title != own }
            let source = ordered.first { pairs?.symbol(of: coin, at: $0) != nil }
            // A source without room is waited for: another one's prices would be a change of source.
            guard let source, let symbol = pairs?.symbol(of: coin, at: source), hasGaps(coin),
                budgets[source]?.take(at: now) == .granted
            else { continue }
            (asked[coin], isAsking) = (now, true)
            return Question(coin: coin, source: source, symbol: symbol)
        }
        return nil
    }

    private func isAsked(_ coin: CoinID, at now: MarketTime) -> Bool {
        asked[coin].map { now.isNear($0, within: Self.interval) } ?? false
    }

    mutating func answered() { isAsking = false }

    /// A source that refuses is left alone, and the coin may be asked for elsewhere.
    mutating func failed(_ question: Question, _ error: ProviderError, at now: MarketTime) {
        isAsking = false
        if case .notListed = error.failure { return }
        asked[question.coin] = nil
        avoided[question.source] = now.adding(MarketPoller.wait(after: error, own: Self.pause, now: now))
    }

    private static let pause = Duration.seconds(60)
}
