internal import Shared

/// The icons that a terminal has, and which missing ones it requests. It knows neither connections nor clocks.
struct IconCache {
    /// Some 2 MB. The icons that were off the screen for longest are removed first.
    static let iconsMax = 512
    /// How long a coin without an icon is not requested again.
    static let absence = Duration.seconds(60)

    private var icons: [CoinID: (icon: CoinIcon, lastShown: Int)] = [:]
    private var absent: [CoinID: ContinuousClock.Instant] = [:]
    private var shown: [CoinID] = []
    /// The coins of the latest request that the server has not answered.
    private var awaited: Set<CoinID> = []
    /// Counts how often the shown coins have changed.
    private var page = 0

    subscript(coin: CoinID) -> CoinIcon? { icons[coin]?.icon }

    /// Whether a shown coin had no icon, so that it may be requested again.
    var hasAbsent: Bool { shown.contains { absent[$0] != nil } }

    /// - Returns: whether the shown coins have changed.
    mutating func show(_ coins: [CoinID]) -> Bool {
        if coins == shown { return false }
        shown = coins
        page += 1
        for coin in coins { icons[coin]?.lastShown = page }
        return true
    }

    /// The coins to request now, in place of the previous request; nil if there is nothing to request, or it is
    /// requested already.
    mutating func request(at now: ContinuousClock.Instant) -> [CoinID]? {
        absent = absent.filter { now < $0.value }
        let missing = shown.filter { icons[$0] == nil && absent[$0] == nil }
        guard !missing.isEmpty, !awaited.isSuperset(of: missing) else { return nil }
        awaited = Set(missing)
        return missing
    }

    /// A coin may have left the screen since. Its icon is kept for later.
    mutating func receive(_ icon: CoinIcon?, of coin: CoinID, at now: ContinuousClock.Instant) {
        awaited.remove(coin)
        guard let icon else { return absent[coin] = now + Self.absence }
        icons[coin] = (icon, page)
        guard icons.count > Self.iconsMax, let oldest = icons.min(by: { $0.value.lastShown < $1.value.lastShown })
        else { return }
        icons[oldest.key] = nil
    }

    mutating func disconnected() { awaited = [] }
}
