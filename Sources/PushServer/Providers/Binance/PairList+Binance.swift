import Shared

extension PairList {
    /// Decodes "Exchange information".
    package init(binance answer: HTTPAnswer) throws(ProviderFailure) {
        var rows = PairRows()
        var time: MarketTime?
        try answer.binance { reader throws(JSONError) in
            try reader.members { reader, key throws(JSONError) in
                switch key {
                case "serverTime": time = try reader.integer().map(MarketTime.init(milliseconds:))
                case "symbols":
                    rows.isList = try reader.elements { reader throws(JSONError) in
                        let row = try PairRow(&reader)
                        rows.add(row.pair, fault: row.fault)
                    }
                default: break
                }
            }
        }
        self = try rows.list(of: answer, time: time, quote: "usdt")
    }
}

/// One element of `symbols` while it is read.
private struct PairRow: JSONRow {
    private var symbol: String?
    private var base: String?
    private var quote: String?
    private var status: String?
    private var isLeveraged = false
    private var priceDecimals: Int?

    init() {}

    var pair: ExchangePair? {
        guard let symbol, let base, let quote else { return nil }
        return ExchangePair(
            symbol: symbol,
            base: base.lowercased(),
            quote: quote.lowercased(),
            state: state,
            isLeveraged: isLeveraged,
            priceDecimals: priceDecimals
        )
    }

    /// Why the row is not a pair.
    var fault: String { symbol.map { "\($0) lacks a currency" } ?? "a row has no symbol" }

    /// `HALT` and `BREAK` may be temporary. Permanently closed pairs stay in `BREAK`.
    private var state: ExchangePair.State {
        switch status {
        case "TRADING": .online
        case "HALT", "BREAK", "AUCTION_MATCH": .suspended
        default: .other
        }
    }

    mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        var row = self
        switch key {
        case "symbol": row.symbol = try reader.text()
        case "baseAsset": row.base = try reader.text()
        case "quoteAsset": row.quote = try reader.text()
        case "status": row.status = try reader.text()
        // A list of texts, or a list of such lists in newer answers.
        case "permissions":
            try reader.elements { reader throws(JSONError) in
                if try reader.text() == "LEVERAGED" { row.isLeveraged = true }
            }
        case "permissionSets":
            try reader.elements { reader throws(JSONError) in
                try reader.elements { reader throws(JSONError) in
                    if try reader.text() == "LEVERAGED" { row.isLeveraged = true }
                }
            }
        case "filters":
            try reader.elements { reader throws(JSONError) in
                try reader.members { reader, key throws(JSONError) in
                    // The smallest step of the price, such as 0.01000000. Only one filter has it.
                    if key == "tickSize", let step = try reader.positiveDecimal() {
                        row.priceDecimals = max(0, -step.exponent)
                    }
                }
            }
        default: break
        }
        self = row
    }
}
