internal import Shared

/// The icons that a client wants at the moment, of which a few are fetched at a time. A newer request takes the place of
/// the one before: nothing is queued for rows that have scrolled by.
struct IconRequests {
    /// For one connection: enough to hide the time that the provider takes, too few to crowd out other connections.
    static let underWayMax = 4
    /// How many coins of one request are looked at: more than any screen has rows.
    static let coinsMax = 128

    private var waiting: ArraySlice<CoinID> = []
    /// What is being fetched, and whether it is still wanted.
    private var underWay: [CoinID: Bool] = [:]

    /// - Parameter coins: the most wanted first, each once.
    mutating func want(_ coins: [CoinID]) {
        waiting = coins.filter { underWay[$0] == nil }[...]
        let wanted = Set(coins)
        for coin in underWay.keys { underWay[coin] = wanted.contains(coin) }
    }

    /// What of a request counts: each coin once, where it is named first.
    static func looked(at coins: [CoinID]) -> [CoinID] {
        var seen: Set<CoinID> = []
        return coins.prefix(coinsMax).filter { seen.insert($0).inserted }
    }

    /// - Returns: the next icon to fetch; nil while enough are being fetched.
    mutating func begin() -> CoinID? {
        guard underWay.count < Self.underWayMax, let coin = waiting.popFirst() else { return nil }
        underWay[coin] = true
        return coin
    }

    mutating func end(_ coin: CoinID) { underWay[coin] = nil }

    /// The icon cannot be sent now. It comes next, if it is still wanted.
    mutating func postpone(_ coin: CoinID) {
        if underWay.removeValue(forKey: coin) == true { waiting = [coin] + waiting }
    }
}
