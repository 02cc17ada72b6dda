import Shared

/// Finds the coin that each pair of an exchange trades.
///
/// Exchanges give no names, so only the symbol and the price identify a coin. Leveraged products (`btc3l`) and pairs
/// that are not online are left out.
struct PairMatching {
    /// Coins that share a symbol are distinguished by rank only if the best one leads by this factor. Of ranks 85 and
    /// 700, the exchange lists the first (Harmony and BigONE, both `ONE`). Ranks 733 and 748 decide nothing.
    static let rankLead = 4

    private let listing: CoinListing
    private let coinsOfBase: [String: [ListedCoin]]
    private let prices: [String: ExactDecimal]
    private let proved: [String: CoinID]
    private let judgingAge: Duration

    /// - Parameters:
    ///   - board: the exchange's latest prices, if they are recent enough to compare.
    ///   - proved: pairs that stay with their coin while it has their symbol.
    ///   - judgingAge: an older price of the listing is not used for matching.
    init(_ listing: CoinListing, _ board: TickerBoard?, proved: [String: CoinID] = [:], judgingAge: Duration) {
        (self.listing, self.proved, self.judgingAge) = (listing, proved, judgingAge)
        coinsOfBase = Dictionary(grouping: listing.coins) { coin in
            CoinSpellings.exchanges[coin.id] ?? coin.symbol.lowercased()
        }
        prices = Dictionary((board?.tickers ?? []).map { ($0.pair, $0.close) }) { first, _ in first }
    }

    func match(_ list: PairList) -> SymbolMatch {
        var match = SymbolMatch(symbols: [:])
        for pair in list.pairs where pair.quote == list.quote && isTraded(pair) && !pair.isLeveraged {
            if let coin = coin(of: pair) {
                match.symbols[coin.id] = pair.symbol
            } else if prices[pair.symbol] != nil, coinsOfBase[pair.base] != nil {
                match.isContested = true
            }
        }
        return match
    }

    /// Whether the pair trades. A suspended pair stays with its coin if that is certain.
    private func isTraded(_ pair: ExchangePair) -> Bool {
        pair.state == .online || (pair.state == .suspended && proved[pair.symbol] != nil)
    }

    private func coin(of pair: ExchangePair) -> ListedCoin? {
        let named = coinsOfBase[pair.base] ?? []
        if let coin = proved[pair.symbol], let kept = named.first(where: { $0.id == coin }) { return kept }
        let price = prices[pair.symbol]?.approximate
        let candidates = named.filter { coin in
            guard let price, let listed = judgingPrice(of: coin) else { return true }
            return !PriceJudgement.differ(price, listed, by: PriceJudgement.namesakeFactor)
        }
        guard candidates.count > 1 else { return candidates.first }
        // If a coin has this spelling in `CoinSpellings`, it is the one.
        if let renamed = candidates.first(where: { CoinSpellings.exchanges[$0.id] == pair.base }) { return renamed }
        return leader(of: candidates)
    }

    /// The coin's price, unless it is too old to judge another price.
    private func judgingPrice(of coin: ListedCoin) -> Double? {
        let age = coin.lastUpdated.map { listing.time.elapsed(since: $0) } ?? .zero
        return age < judgingAge ? coin.price?.approximate : nil
    }

    private func leader(of candidates: [ListedCoin]) -> ListedCoin? {
        let ranked = candidates.sorted { ($0.rank ?? .max) < ($1.rank ?? .max) }
        guard let best = ranked[0].rank, best > 0 else { return nil }
        return (ranked[1].rank ?? .max) / best >= Self.rankLead ? ranked[0] : nil
    }
}

/// Coins whose symbol differs between the listing and other providers.
///
/// Keyed by the listing's number, so that coins with the same spelling are not confused. Recorded lists confirm each
/// entry.
enum CoinSpellings {
    /// The exchanges' spelling, in lower case. The listing calls IOTA `MIOTA`.
    static let exchanges: [CoinID: String] = [CoinID(1720): "iota"]
}
