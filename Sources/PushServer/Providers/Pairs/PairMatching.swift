import Shared

/// Finds the coin that each pair of an exchange trades (providers.md section 2.4).
///
/// Exchanges tell no names, so the symbol is all there is, beside the price. Leveraged products (`btc3l`) and pairs that are
/// not online are left out.
struct PairMatching {
    /// Coins that share a symbol are told apart by rank only if the best one leads by this factor: of rank 85 and 700 the
    /// first is what an exchange lists (Harmony and BigONE, both `ONE`), of rank 733 and 748 nobody can say.
    static let rankLead = 4

    private let listing: CoinListing
    private let coinsOfBase: [String: [ListedCoin]]
    private let prices: [String: ExactDecimal]
    private let proved: [String: CoinID]

    /// - Parameters:
    ///   - board: the exchange's latest prices, if they are young enough to be compared.
    ///   - proved: pairs that stay with their coin, as long as it has their symbol.
    init(_ listing: CoinListing, _ board: TickerBoard?, proved: [String: CoinID] = [:]) {
        (self.listing, self.proved) = (listing, proved)
        coinsOfBase = Dictionary(grouping: listing.coins) { coin in
            CoinSpellings.exchanges[coin.id] ?? coin.symbol.lowercased()
        }
        prices = Dictionary((board?.tickers ?? []).map { ($0.pair, $0.close) }) { first, _ in first }
    }

    func match(_ list: PairList) -> [CoinID: String] {
        var pairs: [CoinID: String] = [:]
        for pair in list.pairs where pair.quote == PairList.quote && pair.state == .online && !pair.isLeveraged {
            if let coin = coin(of: pair) { pairs[coin.id] = pair.symbol }
        }
        return pairs
    }

    private func coin(of pair: ExchangePair) -> ListedCoin? {
        let named = coinsOfBase[pair.base] ?? []
        if let coin = proved[pair.symbol], let kept = named.first(where: { $0.id == coin }) { return kept }
        let price = prices[pair.symbol]?.approximate
        let candidates = named.filter { coin in
            guard let price, let listed = coin.judgingPrice(in: listing) else { return true }
            return !PriceJudgement.differ(price, listed, by: PriceJudgement.namesakeFactor)
        }
        guard candidates.count > 1 else { return candidates.first }
        // One that has been renamed by number is meant by it.
        if let renamed = candidates.first(where: { CoinSpellings.exchanges[$0.id] == pair.base }) { return renamed }
        return leader(of: candidates)
    }

    private func leader(of candidates: [ListedCoin]) -> ListedCoin? {
        let ranked = candidates.sorted { ($0.rank ?? .max) < ($1.rank ?? .max) }
        guard let best = ranked[0].rank, best > 0 else { return nil }
        return (ranked[1].rank ?? .max) / best >= Self.rankLead ? ranked[0] : nil
    }
}

extension ListedCoin {
    /// The price, unless it was made too long before its listing to say anything about another one.
    fileprivate func judgingPrice(in listing: CoinListing) -> Double? {
        let age = lastUpdated.map { listing.time.elapsed(since: $0) } ?? .zero
        return age < PriceJudgement.judgingAgeMax ? price?.approximate : nil
    }
}
