internal import Shared

/// The icons that a terminal has, and which of those that it lacks it asks for. Knows neither connections nor clocks.
struct IconCache {
    /// Some 2 MB. Those go first that were not on the screen for the longest time.
    static let iconsMax = 512
    /// So long a coin that had none is not asked for again.
    static let absence = Duration.seconds(60)

    private var icons: [CoinID: (icon: CoinIcon, lastShown: Int)] = [:]
    private var absent: [CoinID: ContinuousClock.Instant] = [:]
    private var shown: [CoinID] = []
    /// What the server was asked for last and has not answered.
    private var awaited: Set<CoinID> = []
    /// Counts the changes of what is shown.
    private var page = 0

    subscript(coin: CoinID) -> CoinIcon? { icons[coin]?.icon }

    /// Whether there is anything to ask for again.
    var hasAbsent: Bool { shown.contains { absent[$0] != nil } }

    /// - Returns: whether others are on the screen than before.
    mutating func show(_ coins: [CoinID]) -> Bool {
        if coins == shown { return false }
        shown = coins
        page += 1
        for coin in coins { icons[coin]?.lastShown = page }
        return true
    }

    /// What to ask for now, in place of what was asked for before; nil where there is nothing to ask for, or it is on its way.
    mutating func request(at now: ContinuousClock.Instant) -> [CoinID]? {
        absent = absent.filter { now < $0.value }
        let missing = shown.filter { icons[$0] == nil && absent[$0] == nil }
        guard !missing.isEmpty, !awaited.isSuperset(of: missing) else { return nil }
        awaited = Set(missing)
        return missing
    }

    /// A coin may have left the screen meanwhile; its icon is kept for when it is back.
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
