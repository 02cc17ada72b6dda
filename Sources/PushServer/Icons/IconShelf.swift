internal import Shared

/// Icons in memory, as many as fit; for a new one those go that were wanted longest ago. Knows no clock but the one of use.
struct IconShelf {
    private struct Kept {
        let icon: CoinIcon
        let since: MarketTime
        var lastUse: UInt64
    }

    private let bytesMax: Int
    private var kept: [CoinID: Kept] = [:]
    private var uses: UInt64 = 0
    private(set) var bytes = 0

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    var count: Int { kept.count }

    /// A coin's icon and when it was fetched.
    mutating func icon(of coin: CoinID) -> (icon: CoinIcon, since: MarketTime)? {
        guard let found = kept[coin] else { return nil }
        uses += 1
        kept[coin]?.lastUse = uses
        return (found.icon, found.since)
    }

    mutating func keep(_ icon: CoinIcon, of coin: CoinID, at time: MarketTime) {
        remove(coin)
        uses += 1
        kept[coin] = Kept(icon: icon, since: time, lastUse: uses)
        bytes += icon.png.count
        // A search through all of them, but only for an icon that came over the network just now.
        while bytes > bytesMax, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
    }

    private mutating func remove(_ coin: CoinID) {
        if let gone = kept.removeValue(forKey: coin) { bytes -= gone.icon.png.count }
    }
}
