internal import Shared

/// The coins' icons: each fetched once for all who want it, when the first one does, and kept in memory alone. A new start
/// fetches those that are looked at again, which are few.
struct CoinIcons: Sendable {
    /// Some 2,000 icons of 4 KB: twice a market of usual size.
    static let bytesMax = 8 << 20
    /// Logos change seldom; after so long one is fetched anew when it is wanted.
    static let lifetime = Duration.seconds(7 * 86_400)
    /// So long nobody is asked again for what did not come; for a coin without a picture longer.
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

    /// - Returns: nil where there is none, for now.
    func icon(of coin: CoinID) async -> CoinIcon? { try? await icons.value(of: coin).get() }

    private static func pause(after error: ProviderError, at time: MarketTime) -> Duration {
        if case .notListed = error.failure { return absenceLifetime }
        return MarketPoller.wait(after: error, own: failureLifetime, now: time)
    }
}
