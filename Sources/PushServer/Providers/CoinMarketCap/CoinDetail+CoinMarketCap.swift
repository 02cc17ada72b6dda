package import Shared

extension CoinDetail {
    /// Decodes "Metadata v2". `data` is an object by id. Each value is a coin, or a list of
    /// coins if the request named symbols.
    package init(coinMarketCap answer: HTTPAnswer, coin: CoinID) throws(ProviderFailure) {
        var found: CoinDetail?
        var isObject = false
        _ = try answer.coinMarketCap { reader throws(JSONError) in
            isObject = try reader.members { reader, _ throws(JSONError) in
                try CoinDetailRow.readEach(&reader) { detail in
                    if detail.id == coin { found = detail }
                }
            }
        }
        guard isObject else { throw answer.badAnswer("it has no coins by id") }
        guard let found else { throw .notListed("\(coin)") }
        self = found
    }
}

/// One coin of `data` while it is being read. Only id, name and symbol are required.
private struct CoinDetailRow: JSONRow {
    private var id: CoinID?
    private var name: String?
    private var symbol: String?
    private var category: String?
    private var platform: CoinPlatform?
    private var supply: ExactDecimal?
    private var slug: String?
    private var logo: WebAddress?
    private var dateAdded: MarketTime?
    private var description: String?
    private var links: [CoinLink] = []
    private var tags: [String] = []

    static func readEach(
        _ reader: inout JSONReader,
        _ take: (CoinDetail) -> Void
    ) throws(JSONError) {
        if try reader.next() == UInt8(ascii: "[") {
            try reader.elements { reader throws(JSONError) in
                if let detail = try Self(&reader).detail { take(detail) }
            }
        } else if let detail = try Self(&reader).detail {
            take(detail)
        }
    }

    private var detail: CoinDetail? {
        guard let id, let name, let symbol else { return nil }
        return CoinDetail(
            id: id,
            name: name,
            symbol: symbol,
            kind: category == "token" || category == nil && platform != nil ? .token : .coin,
            platform: platform?.name,
            supply: supply,
            dateAdded: dateAdded,
            description: description,
            page: slug.flatMap { WebAddress("https://coinmarketcap.com/currencies/\($0)/") },
            logo: logo,
            links: links,
            tags: tags
        )
    }

    mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "id": id = try reader.coinID()
        case "name": name = try reader.text()
        case "symbol": symbol = try reader.text()
        case "slug": slug = try reader.text()
        case "logo": logo = try reader.text().flatMap(WebAddress.init)
        case "category": category = try reader.text()
        case "platform": platform = try CoinPlatform.read(&reader)
        case "self_reported_circulating_supply": supply = try reader.positiveDecimal(droppingExcessDecimals: true)
        case "date_added": dateAdded = try reader.text().flatMap(MarketTime.init(iso8601:))
        case "description": description = try reader.text().flatMap { TextCleaner.clean($0) }
        case "urls": links = try CoinLink.readAll(&reader)
        case "tags": tags = try reader.tags()
        default: break
        }
    }
}

extension CoinLink {
    /// `{"website": ["https://…"], "reddit": […]}`, with the most useful links first.
    fileprivate static func readAll(_ reader: inout JSONReader) throws(JSONError) -> [Self] {
        var links: [Self] = []
        try reader.members { reader, key throws(JSONError) in
            guard let kind = Kind(rawValue: key) else { return }
            try reader.elements { reader throws(JSONError) in
                guard let address = try reader.text().flatMap(WebAddress.init) else { return }
                let link = Self(kind: kind, address: address)
                if !links.contains(link), links.count < linksMax { links.append(link) }
            }
        }
        return Kind.allCases.flatMap { kind in links.filter { $0.kind == kind } }
    }

    /// More than any coin has. It limits the cost of an unusual answer.
    private static let linksMax = 64
}

extension JSONReader {
    fileprivate mutating func tags() throws(JSONError) -> [String] {
        let (countMax, lengthMax) = (64, 64)
        var tags: [String] = []
        try elements { reader throws(JSONError) in
            guard let tag = try reader.text().flatMap({ TextCleaner.clean($0, lengthMax: lengthMax) }) else { return }
            if !tags.contains(tag), tags.count < countMax { tags.append(tag) }
        }
        return tags
    }
}
