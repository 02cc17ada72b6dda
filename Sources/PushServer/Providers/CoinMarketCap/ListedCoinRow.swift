import Shared

/// One element of the listing's `data` while it is being read. Only id, name and symbol are required.
struct ListedCoinRow: JSONRow {
    private var id: CoinID?
    private var name: String?
    private var symbol: String?
    private var slug: String?
    private var rank: Int?
    private var platform: CoinPlatform?
    private var circulatingSupply: ExactDecimal?
    private var lastUpdated: MarketTime?
    private var figures = Figures()

    var coin: ListedCoin? {
        guard let id, let name, let symbol else { return nil }
        return ListedCoin(
            id: id,
            name: name,
            symbol: symbol,
            slug: slug ?? "",
            rank: rank,
            kind: platform == nil ? .coin : .token,
            contract: platform?.contract,
            circulatingSupply: circulatingSupply,
            price: figures.price,
            volume24h: figures.volume24h,
            change1h: figures.change1h,
            change24h: figures.change24h,
            change7d: figures.change7d,
            lastUpdated: lastUpdated
        )
    }

    /// Why the row is not a coin.
    var fault: String {
        let lacking = [id == nil ? "id" : nil, name == nil ? "name" : nil, symbol == nil ? "symbol" : nil]
        let which = id.map { "\($0)" } ?? symbol ?? name ?? "a row"
        return "\(which) has no \(lacking.compactMap(\.self).joined(separator: ", no "))"
    }

    mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "id": id = try reader.coinID()
        case "name": name = try reader.text()
        case "symbol": symbol = try reader.text()
        case "slug": slug = try reader.text()
        case "cmc_rank": rank = try reader.integer().flatMap(Int.init(exactly:))
        case "platform": platform = try CoinPlatform.read(&reader)
        case "circulating_supply": circulatingSupply = try reader.positiveDecimal(droppingExcessDecimals: true)
        case "last_updated": lastUpdated = try reader.text().flatMap(MarketTime.init(iso8601:))
        case "quote": try readQuote(&reader)
        default: break
        }
    }

    /// Reads `{"USD": {…}}`, or a list of quotes that name their currencies. Version 3 of the listing is known from
    /// its documentation only.
    private mutating func readQuote(_ reader: inout JSONReader) throws(JSONError) {
        var found = figures
        if try reader.next() == UInt8(ascii: "[") {
            try reader.elements { reader throws(JSONError) in
                var figures = Figures()
                try figures.read(&reader)
                if figures.currency == "USD" { found = figures }
            }
        } else {
            try reader.members { reader, currency throws(JSONError) in
                if currency == "USD" { try found.read(&reader) }
            }
        }
        figures = found
    }
}

/// The figures of a quote in one currency.
private struct Figures {
    var currency: String?
    var price: ExactDecimal?
    var volume24h: ExactDecimal?
    var change1h: ExactDecimal?
    var change24h: ExactDecimal?
    var change7d: ExactDecimal?

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var figures = self
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case "symbol": figures.currency = try reader.text()
            case "price": figures.price = try reader.positiveDecimal()
            case "volume_24h": figures.volume24h = try reader.decimal(droppingExcessDecimals: true)
            case "percent_change_1h": figures.change1h = try reader.decimal(droppingExcessDecimals: true)
            case "percent_change_24h": figures.change24h = try reader.decimal(droppingExcessDecimals: true)
            case "percent_change_7d": figures.change7d = try reader.decimal(droppingExcessDecimals: true)
            default: break
            }
        }
        self = figures
    }
}

extension JSONReader {
    /// The listing's number for a coin.
    mutating func coinID() throws(JSONError) -> CoinID? {
        try integer().flatMap(UInt32.init(exactly:)).map { CoinID($0) }
    }
}

/// The chain of a token, as CoinMarketCap names it (`platform`).
struct CoinPlatform: Equatable {
    /// Such as `Ethereum`; nil if the answer has only the token's address.
    private(set) var name: String?
    /// The token's contract on that chain, in the chain's own address format.
    private(set) var contract: String?

    /// - Returns: nil for a coin with its own chain, for which the answer has null.
    static func read(_ reader: inout JSONReader) throws(JSONError) -> Self? {
        guard try reader.next() != UInt8(ascii: "n") else {
            try reader.skip()
            return nil
        }
        var platform = Self()
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case "name": platform.name = try reader.text()
            case "token_address": platform.contract = try reader.text()
            default: break
            }
        }
        return platform
    }
}
