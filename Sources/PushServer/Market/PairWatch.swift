internal import Shared

/// How soon the exchange's list of pairs is asked for again.
struct PairWatch {
    static let usualInterval = Duration.seconds(3600)
    /// While pairs are missing.
    static let missingInterval = Duration.seconds(60)
    /// A pair that is missing for longer is gone.
    private static let missingMax = Duration.seconds(3600)

    private var online: Set<String>?
    /// Since when.
    private var missing: [String: MarketTime] = [:]

    init() {}

    /// - Parameter pairs: nil if they are what they were.
    mutating func interval(after pairs: PairList?, at now: MarketTime) -> Duration {
        if let pairs {
            let trading = Set(pairs.pairs.filter { $0.state == .online && $0.quote == PairBook.quote }.map(\.symbol))
            for lost in (online ?? []).subtracting(trading) { missing[lost] = now }
            missing = missing.filter { !trading.contains($0.key) }
            online = trading
        }
        missing = missing.filter { now.elapsed(since: $0.value) < Self.missingMax }
        let isWhole = missing.isEmpty && online?.isEmpty != true
        return isWhole ? Self.usualInterval : Self.missingInterval
    }
}
