internal import PushServer
internal import Shared

/// Every decoder of what providers answer; the first byte chooses the status.
enum ProviderFuzz {
    static func decode(_ bytes: [UInt8]) {
        let status = [200, 200, 200, 400, 401, 429, 500][Int(bytes.first ?? 0) % 7]
        let answer = HTTPAnswer(
            status: status,
            body: Array(bytes.dropFirst()),
            arrived: MarketTime(seconds: 1_700_000_000)
        )
        _ = try? CoinListing(coinMarketCap: answer)
        _ = try? CreditPlan(coinMarketCap: answer)
        _ = try? CoinDetail(coinMarketCap: answer, coin: CoinID(1027))
        if let icon = try? CoinIcon(coinMarketCap: answer) {
            precondition(CoinIcon(png: icon.png) == icon, "a terminal does not take what the server passes on")
        }
        _ = try? TickerBoard(huobi: answer)
        _ = try? PairList(huobi: answer)
        _ = try? TickerBoard(binance: answer)
        _ = try? PairList(binance: answer)
        _ = try? CandleSeries(binance: answer, .hour, limit: 9)
        for interval in CandleInterval.allCases { _ = try? CandleSeries(huobi: answer, interval, size: 9) }
        _ = try? EuropeanCentralBankFile.rates(answer)
        _ = try? EuropeanCentralBankFile.history(answer)
        _ = try? CryptoCompareCoins(cryptoCompare: answer)
        for history in CryptoCompareHistory.allCases { _ = try? CandleSeries(cryptoCompare: answer, history, limit: 9) }
    }
}
