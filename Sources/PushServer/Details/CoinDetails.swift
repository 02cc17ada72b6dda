internal import Shared

/// The details of coins. Each is requested once for everybody and kept for a day.
struct CoinDetails: Sendable {
    /// Texts and links rarely change.
    private static let lifetime = Duration.seconds(86_400)
    /// How long callers get the same failure without a new request.
    private static let failureLifetime = Duration.seconds(10)
    /// Each takes some 10 KB.
    private static let detailsMax = 1_000

    private let details: SharedFetch<CoinID, CoinDetail>
    private let now: @Sendable () -> MarketTime

    init(
        now: @escaping @Sendable () -> MarketTime,
        ask: @escaping @Sendable (CoinID) async throws(ProviderError) -> CoinDetail
    ) {
        self.now = now
        details = SharedFetch(
            lifetime: Self.lifetime,
            weightMax: Self.detailsMax,
            pause: { $0.wait(own: Self.failureLifetime, at: $1) },
            now: now,
            fetch: ask
        )
    }

    func detail(of coin: CoinID) async -> Result<CoinDetail, AnswerProblem> {
        await details.value(of: coin).mapError { AnswerProblem(message: $0.sentence(at: now())) }
    }
}
