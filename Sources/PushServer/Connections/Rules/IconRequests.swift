internal import Shared

/// The icons that a client wants now. A few are fetched at a time. A newer request replaces the earlier one, so
/// nothing is queued for rows that have scrolled away.
struct IconRequests {
    /// The limit for one connection: high enough to hide the provider's latency, low enough not to crowd out other
    /// connections.
    static let underWayMax = 4
    /// How many coins of one request count: more than any screen has rows.
    static let coinsMax = 128

    private var waiting: ArraySlice<CoinID> = []
    /// The icons that are being fetched, and whether each is still wanted.
    private var underWay: [CoinID: Bool] = [:]

    /// - Parameter coins: the most wanted first, without duplicates.
    mutating func want(_ coins: [CoinID]) {
        waiting = coins.filter { underWay[$0] == nil }[...]
        let wanted = Set(coins)
        for coin in underWay.keys { underWay[coin] = wanted.contains(coin) }
    }

    /// The coins of a request that count: each coin once, at its first place.
    static func looked(at coins: [CoinID]) -> [CoinID] {
        var seen: Set<CoinID> = []
        return coins.prefix(coinsMax).filter { seen.insert($0).inserted }
    }

    /// - Returns: the next icon to fetch; nil while enough are being fetched.
    mutating func begin(underWayMax: Int = Self.underWayMax) -> CoinID? {
        guard underWay.count < underWayMax, let coin = waiting.popFirst() else { return nil }
        underWay[coin] = true
        return coin
    }

    mutating func end(_ coin: CoinID) { underWay[coin] = nil }

    /// The icon cannot be sent now. It is fetched next if it is still wanted.
    mutating func postpone(_ coin: CoinID) {
        if underWay.removeValue(forKey: coin) == true { waiting = [coin] + waiting }
    }
}
