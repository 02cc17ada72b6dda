internal import Shared

/// The coins' icons. Each is fetched once for everybody when it is first wanted, and kept only in memory. After a
/// restart, the few that are shown are fetched again.
struct CoinIcons: Sendable {
    /// About 2,000 icons of 4 KB: twice the usual size of the market.
    static let bytesMax = 8 << 20
    /// Logos rarely change. After this time, an icon is fetched again when it is wanted.
    static let lifetime = Duration.seconds(7 * 86_400)
    /// How long a failed icon is not requested again. The time is longer for a coin without a picture.
    static let failureLifetime = Duration.seconds(30)
    static let absenceLifetime = Duration.seconds(86_400)

    private let icons: SharedFetch<CoinID, CoinIcon>

    init(
        now: @escaping @Sendable () -> MarketTime,
        ask: @escaping @Sendable (CoinID) async throws(ProviderError) -> CoinIcon
    ) {
        icons = SharedFetch(
            lifetime: Self.lifetime,
            weightMax: Self.bytesMax,
            weight: \.png.count,
            pause: Self.pause,
            now: now,
            fetch: ask
        )
    }

    /// - Returns: nil if there is no icon at the moment.
    func icon(of coin: CoinID) async -> CoinIcon? { try? await icons.value(of: coin).get() }

    private static func pause(after error: ProviderError, at time: MarketTime) -> Duration {
        if case .notListed = error.failure { return absenceLifetime }
        return error.wait(own: failureLifetime, at: time)
    }
}
