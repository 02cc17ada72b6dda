internal import Shared

/// The coins' icons: each fetched once for all who want it, when the first one does, and kept in memory alone. A new start
/// fetches those that are looked at again, which are few.
actor CoinIcons {
    /// Some 2,000 icons of 4 KB: twice a market of usual size.
    static let bytesMax = 8 << 20
    /// Logos change seldom; after so long one is fetched anew when it is wanted.
    static let lifetime = Duration.seconds(7 * 86_400)
    /// So long nobody is asked again for what did not come; for a coin without a picture longer.
    static let failureLifetime = Duration.seconds(30)
    static let absenceLifetime = Duration.seconds(86_400)
    private static let failuresMax = 10_000

    private let ask: @Sendable (CoinID) async throws(ProviderError) -> CoinIcon
    private let now: @Sendable () -> MarketTime
    private var shelf: IconShelf
    private var underWay: [CoinID: Task<CoinIcon?, Never>] = [:]
    /// Until when there is none.
    private var absent: [CoinID: MarketTime] = [:]

    init(
        bytesMax: Int = bytesMax,
        now: @escaping @Sendable () -> MarketTime,
        ask: @escaping @Sendable (CoinID) async throws(ProviderError) -> CoinIcon
    ) {
        shelf = IconShelf(bytesMax: bytesMax)
        self.now = now
        self.ask = ask
    }

    /// - Returns: nil where there is none, for now.
    func icon(of coin: CoinID) async -> CoinIcon? {
        let known = shelf.icon(of: coin)
        if let known, now().elapsed(since: known.since) < Self.lifetime { return known.icon }
        if let task = underWay[coin] { return await task.value }
        // An old one is better than none.
        if let until = absent[coin], now() < until { return known?.icon }
        // Unstructured: all who ask meanwhile wait for the same answer, which belongs to none of them.
        let task = Task { await fetch(coin) ?? known?.icon }
        underWay[coin] = task
        defer { underWay[coin] = nil }
        return await task.value
    }

    private func fetch(_ coin: CoinID) async -> CoinIcon? {
        do throws(ProviderError) {
            let icon = try await ask(coin)
            absent[coin] = nil
            shelf.keep(icon, of: coin, at: now())
            return icon
        } catch {
            failed(coin, error)
            return nil
        }
    }

    private func failed(_ coin: CoinID, _ error: ProviderError) {
        let time = now()
        if absent.count >= Self.failuresMax { absent = absent.filter { time < $0.value } }
        guard absent.count < Self.failuresMax else { return }
        absent[coin] = time.adding(Self.pause(after: error, at: time))
    }

    private static func pause(after error: ProviderError, at time: MarketTime) -> Duration {
        if case .notListed = error.failure { return absenceLifetime }
        return MarketPoller.wait(after: error, own: failureLifetime, now: time)
    }
}
