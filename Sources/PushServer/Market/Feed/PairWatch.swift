internal import Shared

/// Decides how soon to request a provider's list of symbols again.
struct PairWatch {
    /// The interval while pairs are missing, or most are suspended.
    static let missingInterval = Duration.seconds(60)
    /// A pair that is missing for longer is treated as removed.
    private static let missingMax = Duration.seconds(3600)

    private let usual: Duration
    private var online: Set<String>?
    /// The missing pairs, and since when each is missing.
    private var missing: [String: MarketTime] = [:]
    private var isMostlySuspended = false
    private var isUnsure = false

    /// - Parameter usual: the interval while nothing is missing.
    init(usual: Duration) { self.usual = usual }

    /// - Parameter list: nil if it has not changed.
    mutating func interval(after list: (any SymbolList)?, at now: MarketTime) -> Duration {
        if let list, let trading = list.trading {
            for lost in (online ?? []).subtracting(trading) { missing[lost] = now }
            missing = missing.filter { !trading.contains($0.key) }
            // Pairs that are suspended at the start may have been trading a minute ago.
            isUnsure = online == nil && list.suspendedCount > 0
            online = trading
            isMostlySuspended = list.suspendedCount > trading.count
        } else {
            isUnsure = false
        }
        missing = missing.filter { now.elapsed(since: $0.value) < Self.missingMax }
        let isWhole = missing.isEmpty && !isMostlySuspended && !isUnsure && online?.isEmpty != true
        return isWhole ? usual : Self.missingInterval
    }
}
