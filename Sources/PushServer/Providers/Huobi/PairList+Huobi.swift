import Shared

extension PairList {
    /// Decodes "Get all Supported Trading Symbol" of `/v1/common/symbols`.
    package init(huobi answer: HTTPAnswer) throws(ProviderFailure) {
        var rows = PairRows()
        let status = try answer.huobi { reader throws(JSONError) in
            rows.isList = try reader.elements { reader throws(JSONError) in
                let row = try PairRow(&reader)
                rows.add(row.pair, fault: row.fault)
            }
        }
        self = try rows.list(of: answer, time: status.time, quote: "usdt")
    }
}

/// One element of `data` while it is being read.
private struct PairRow: JSONRow {
    private var symbol: String?
    private var base: String?
    private var quote: String?
    private var state: String?
    private var isLeveraged = false
    private var priceDecimals: Int?

    init() {}

    var pair: ExchangePair? {
        guard let symbol, let base, let quote, symbol == base + quote else { return nil }
        return ExchangePair(
            symbol: symbol,
            base: base,
            quote: quote,
            state: state.flatMap(ExchangePair.State.init) ?? .other,
            isLeveraged: isLeveraged,
            priceDecimals: priceDecimals
        )
    }

    /// Why the row is not a pair.
    var fault: String {
        guard let symbol else { return "a row has no symbol" }
        guard let base, let quote else { return "\(symbol) lacks a currency" }
        return "\(symbol) is not \(base) and \(quote)"
    }

    mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "symbol": symbol = try reader.text()
        case "base-currency": base = try reader.text()
        case "quote-currency": quote = try reader.text()
        case "state": state = try reader.text()
        case "price-precision": priceDecimals = try reader.integer().flatMap(Int.init(exactly:))
        // The base of a leveraged product; null or absent for other pairs.
        case "underlying": isLeveraged = try reader.text() != nil || isLeveraged
        default: break
        }
    }
}
