import NIOHTTP1
import Shared

/// The answers of CryptoCompare. Its errors have HTTP status 200; only a missing key has 401.
enum CryptoCompareRoutes {
    /// A history endpoint: how long one candle is, and what it sends without a limit.
    private struct History {
        let minutes: Int64
        let usual: Int
    }

    private static let histories = [
        "histominute": History(minutes: 1, usual: 1440), "histohour": History(minutes: 60, usual: 168),
        "histoday": History(minutes: 1440, usual: 30),
    ]
    private static let limitMax = 2000
    /// How far back minutes reach on common plans.
    private static let minutesKept: Int64 = 7 * 1440

    @Sendable
    static func reply(
        to request: MockRequest,
        _ market: SimulatedMarket,
        _ rows: inout RowCaches,
        at now: MarketTime
    ) -> MockReply? {
        guard request.path.hasPrefix("/data/") else { return nil }
        let path = request.path.dropFirst("/data/".count)
        let isSecond = path.hasPrefix("v2/")
        let history = histories[String(isSecond ? path.dropFirst(3) : path)]
        guard history != nil || ["all/coinlist", "pricemultifull"].contains(path) else { return nil }
        if let refusal = refusalOfKey(request) { return refusal }
        if let history { return candles(request, history, isSecond: isSecond, market) }
        return path == "all/coinlist"
            ? MockReply(CryptoCompareRendering.coinList(market, base: request.ownBase)) : prices(request, market)
    }

    /// Since May 2026, every request needs a key.
    private static func refusalOfKey(_ request: MockRequest) -> MockReply? {
        let scheme = "Apikey "
        let field = request.headers.first(name: "Authorization")
        let key = field?.hasPrefix(scheme) == true ? field.map { String($0.dropFirst(scheme.count)) } : nil
        guard let given = key ?? request.text("api_key") else { return .archiveKeyMissing }
        return given.isRefused ? .archiveKeyWrong : nil
    }

    private static func candles(
        _ request: MockRequest,
        _ history: History,
        isSecond: Bool,
        _ market: SimulatedMarket
    ) -> MockReply {
        guard let symbol = request.text("fsym"), !symbol.isEmpty else {
            return .archiveError("fsym param is empty or null.", parameter: "fsym")
        }
        guard let quote = request.text("tsym"), !quote.isEmpty else {
            return .archiveError("tsym param is empty or null.", parameter: "tsym")
        }
        guard let archived = market.archive[symbol] else {
            return .archiveError("There is no data for the symbol \(symbol) .", parameter: "fsym")
        }
        guard ["USD", "USDT"].contains(quote) else {
            return .archiveError("There is no data for the toSymbol \(quote) .", parameter: "tsym")
        }
        if let place = request.text("e"), place != "CCCAGG" {
            return .archiveError("\(place) market does not exist for this coin pair (\(symbol)-\(quote))", type: 1)
        }
        guard let aggregate = request.integer("aggregate", default: 1), (1...30).contains(aggregate) else {
            return .archiveError("aggregate param is not an integer between 1 and 30.", parameter: "aggregate")
        }
        guard let limit = request.integer("limit", default: history.usual), (0...limitMax).contains(limit) else {
            return .archiveError("limit is larger than max value (\(limitMax)) or not a number.", parameter: "limit")
        }
        guard let end = request.integer("toTs", default: .max) else {
            return .archiveError("toTs is not a timestamp.", parameter: "toTs")
        }
        let count = min(limit, limitMax / aggregate) + 1
        let window = ArchiveWindow(history.minutes * Int64(aggregate), count, until: Int64(end) / 60, market.time)
        let coin = market.coin(archived.price)
        var candles = window.candles(of: coin)
        if history.minutes == 1 {
            candles.removeAll { $0.start < market.time.minute - minutesKept }
        }
        let isAggregated = aggregate > 1
        return MockReply(CryptoCompareRendering.history(candles, coin, isAggregated: isAggregated, isSecond: isSecond))
    }

    private static func prices(_ request: MockRequest, _ market: SimulatedMarket) -> MockReply {
        let (symbols, quotes) = (request.list("fsyms"), request.list("tsyms"))
        guard !symbols.isEmpty else { return .archiveError("fsyms param is empty or null.", parameter: "fsyms") }
        guard !quotes.isEmpty else { return .archiveError("tsyms param is empty or null.", parameter: "tsyms") }
        guard request.text("fsyms")?.utf8.count ?? 0 <= 1000 else {
            return .archiveError("fsyms param is invalid. (fsyms length is greater than 1000)", parameter: "fsyms")
        }
        let known = Set(symbols).sorted().compactMap { market.archive[$0] }
        let taken = quotes.filter { ["USD", "USDT"].contains($0) }
        guard !known.isEmpty, !taken.isEmpty else {
            let list = quotes.joined(separator: ",")
            return .archiveError("There is no data for any of the toSymbols \(list) .", parameter: "tsyms")
        }
        return MockReply(CryptoCompareRendering.prices(known, quotes: taken, market))
    }
}
