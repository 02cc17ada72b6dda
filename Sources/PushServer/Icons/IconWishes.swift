internal import Shared

/// The icons that one terminal wants at the moment, of which a few are fetched and sent at a time. What it wants later takes
/// the place of what it wanted before: nothing is queued for rows that have moved on.
struct IconWishes {
    /// At a time, for one connection: enough to hide the way to the provider, too few to crowd out anybody else.
    static let underWayMax = 4
    /// More than any screen has rows.
    static let coinsMax = 128

    private var waiting: ArraySlice<CoinID> = []
    /// And whether it still is wanted.
    private var underWay: [CoinID: Bool] = [:]

    mutating func want(_ coins: some Sequence<CoinID>) {
        var seen: Set<CoinID> = []
        let wanted = coins.prefix(Self.coinsMax).filter { seen.insert($0).inserted }
        waiting = wanted.filter { underWay[$0] == nil }[...]
        for coin in underWay.keys { underWay[coin] = seen.contains(coin) }
    }

    /// The next one to be fetched, if it is its turn.
    mutating func begin() -> CoinID? {
        guard underWay.count < Self.underWayMax, let coin = waiting.popFirst() else { return nil }
        underWay[coin] = true
        return coin
    }

    mutating func end(_ coin: CoinID) { underWay[coin] = nil }

    /// It cannot be sent now, and is the next one if it still is wanted.
    mutating func postpone(_ coin: CoinID) {
        if underWay.removeValue(forKey: coin) == true { waiting = [coin] + waiting }
    }
}
