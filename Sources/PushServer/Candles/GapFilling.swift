internal import Shared

/// Decides whose gaps to fill next, and from which source. Coins with the best ranks come first. Each source gets one
/// request at a time. Gaps are hours of a week, or minutes that alerts need.
struct GapFilling {
    /// The minimum time between two requests for the same coin's week.
    static let interval = Duration.seconds(6 * 3600)
    /// At most a tenth of a provider's requests over five minutes. After a start much is missing, so a burst may use a
    /// third of a shorter window. The rest is for prices and charts.
    static let share = BudgetShare(parts: 10, span: .seconds(300), burstParts: 3)
    /// The number of candles to request: the hours of a week, and the current hour.
    static let count = CoinWeek.hours + 1

    struct Request: Equatable, Sendable {
        let coin: CoinID
        let source: KlineSource
        let symbol: String
    }

    /// The providers' symbols of the coins, once they are known.
    var pairs: SymbolMap?
    private let sources: [KlineSource]
    private let interval: Duration
    private let isOwnSourceOnly: Bool
    private var budgets: [KlineSource: RequestBudget]
    private var asked: [CoinID: MarketTime] = [:]
    private var avoided: [KlineSource: MarketTime] = [:]
    private var asking: Set<KlineSource> = []

    /// - Parameters:
    ///   - sources: the sources with their shares of the providers' budgets, the preferred one first.
    ///   - interval: the minimum time between two requests for the same coin.
    ///   - isOwnSourceOnly: whether only the provider of a coin's price may fill its gaps.
    init(
        _ sources: [(KlineSource, RequestBudget)],
        interval: Duration = Self.interval,
        isOwnSourceOnly: Bool = false
    ) {
        self.sources = sources.map(\.0)
        (self.interval, self.isOwnSourceOnly) = (interval, isOwnSourceOnly)
        budgets = Dictionary(sources) { first, _ in first }
    }

    /// - Parameters:
    ///   - coins: the coins that somebody views.
    ///   - rank: a coin's rank in the market; nil if it has none.
    ///   - hasGaps: whether the coin has gaps to fill.
    ///   - provider: the provider of a coin's price. Its candles are preferred, so that the source does not change.
    ///   - isSpared: whether a source is so busy that filling gaps must wait.
    mutating func next(
        _ coins: some Collection<CoinID>,
        at now: MarketTime,
        rank: (CoinID) -> Int?,
        hasGaps: (CoinID) -> Bool,
        provider: (CoinID) -> String?,
        isSpared: (KlineSource) -> Bool
    ) -> Request? {
        guard let pairs else { return nil }
        let open = sources.filter { source in
            !isSpared(source) && avoided[source].map { now >= $0 } ?? true
        }
        if asking.isSuperset(of: open) { return nil }
        let wanted = coins.filter { !isAsked($0, at: now) && hasGaps($0) }.map { (coin: $0, rank: rank($0) ?? .max) }
        for (coin, _) in wanted.sorted(by: { ($0.rank, $0.coin) < ($1.rank, $1.coin) }) {
            let own = provider(coin)
            let others = isOwnSourceOnly ? [] : open.filter { $0.title != own }
            let ordered = open.filter { $0.title == own } + others
            let source = ordered.first { pairs.symbol(of: coin, at: $0) != nil }
            // If the source has no room, wait for it, because another source would add a change of source.
            guard let source, let symbol = pairs.symbol(of: coin, at: source), !asking.contains(source),
                budgets[source]?.take(at: now) == .granted
            else { continue }
            asked[coin] = now
            asking.insert(source)
            return Request(coin: coin, source: source, symbol: symbol)
        }
        return nil
    }

    /// Counts another page of a request, whose first one is counted already.
    /// - Returns: whether the source's share has room for it now.
    mutating func takePage(of request: Request, at now: MarketTime) -> Bool {
        budgets[request.source]?.take(at: now) == .granted
    }

    private func isAsked(_ coin: CoinID, at now: MarketTime) -> Bool {
        asked[coin].map { now.isNear($0, within: interval) } ?? false
    }

    mutating func answered(_ request: Request) { asking.remove(request.source) }

    /// Pauses a source that refuses. Another source may be asked for the coin.
    mutating func failed(_ request: Request, _ error: ProviderError, at now: MarketTime) {
        asking.remove(request.source)
        if case .notListed = error.failure { return }
        asked[request.coin] = nil
        avoided[request.source] = now.adding(error.wait(own: Self.pause, at: now))
    }

    private static let pause = Duration.seconds(60)
}
