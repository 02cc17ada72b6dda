internal import Shared

/// What there is to say about coins beside their prices: asked once for everybody, and kept for a day.
actor CoinDetails {
    /// Texts and links change seldom.
    private static let lifetime = Duration.seconds(86_400)
    /// So long a failure is told again to those who ask.
    private static let failureLifetime = Duration.seconds(10)
    /// Some 10 KB each.
    private static let detailsMax = 1_000

    private struct Kept {
        let detail: CoinDetail
        let since: MarketTime
    }

    private let ask: @Sendable (CoinID) async throws(ProviderError) -> CoinDetail
    private let now: @Sendable () -> MarketTime
    private var kept: [CoinID: Kept] = [:]
    private var underWay: [CoinID: Task<Result<CoinDetail, DetailProblem>, Never>] = [:]
    private var failures: [CoinID: (DetailProblem, until: MarketTime)] = [:]

    init(
        now: @escaping @Sendable () -> MarketTime,
        ask: @escaping @Sendable (CoinID) async throws(ProviderError) -> CoinDetail
    ) {
        self.now = now
        self.ask = ask
    }

    func detail(of coin: CoinID) async -> Result<CoinDetail, DetailProblem> {
        let known = kept[coin]
        if let known, now().elapsed(since: known.since) < Self.lifetime { return .success(known.detail) }
        if let task = underWay[coin] { return await task.value }
        if let (problem, until) = failures[coin], now() < until { return .failure(problem) }
        // Unstructured: all who ask meanwhile wait for the same answer, which belongs to none of them.
        let task = Task { await fetch(coin) }
        underWay[coin] = task
        defer { underWay[coin] = nil }
        return await task.value
    }

    private func fetch(_ coin: CoinID) async -> Result<CoinDetail, DetailProblem> {
        do throws(ProviderError) {
            let detail = try await ask(coin)
            if kept.count >= Self.detailsMax, let oldest = kept.min(by: { $0.value.since < $1.value.since }) {
                kept[oldest.key] = nil
            }
            kept[coin] = Kept(detail: detail, since: now())
            return .success(detail)
        } catch {
            // An old text is better than none.
            if let known = kept[coin] { return .success(known.detail) }
            return .failure(failed(coin, error))
        }
    }

    private func failed(_ coin: CoinID, _ error: ProviderError) -> DetailProblem {
        let problem = DetailProblem(message: error.sentence)
        let time = now()
        if failures.count >= Self.detailsMax { failures = failures.filter { time < $0.value.until } }
        let wait = MarketPoller.wait(after: error, own: Self.failureLifetime, now: time)
        if failures.count < Self.detailsMax { failures[coin] = (problem, until: time.adding(wait)) }
        return problem
    }
}
