internal import Shared

/// The icons that one terminal wants at the moment, of which a few are fetched and sent at a time. What it wants later takes
/// the place of what it wanted before: nothing is queued for rows that have moved on.
struct IconWishes {
    /// At a time, for one connection: enough to hide the way to the provider, too few to crowd out anybody else.
    static let underWayMax = 4
    /// More than any screen has rows.
    static let coinsMax = 128

    private var waiting: ArraySlice<CoinID> = []
    private var underWay: Set<CoinID> = []

    mutating func want(_ coins: some Sequence<CoinID>) {
        var seen = underWay
        waiting = coins.prefix(Self.coinsMax).filter { seen.insert($0).inserted }[...]
    }

    /// The next one to be fetched, if it is its turn.
    mutating func begin() -> CoinID? {
        guard underWay.count < Self.underWayMax, let coin = waiting.popFirst() else { return nil }
        underWay.insert(coin)
        return coin
    }

    mutating func end(_ coin: CoinID) { underWay.remove(coin) }
}
