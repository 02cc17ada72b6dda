package import Shared

/// All facts about a coin, as JSON and as text.
package struct DetailReport: ReportRow, Sendable {
    package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

    struct Link: Encodable, Sendable {
        let kind: String
        let url: String
        /// The kind as the coin's page names it.
        private let title: String

        enum CodingKeys: CodingKey { case kind, url }

        init(page address: WebAddress) { (kind, url, title) = ("page", address.text, "Page") }

        init(_ link: CoinLink) { (kind, url, title) = (link.kind.rawValue, link.address.text, link.kind.title) }

        fileprivate var line: String { "\(title): \(url)" }
    }

    let id: UInt32
    let name: String
    let symbol: String
    let kind: String
    let platform: String?
    let rank: UInt32?
    let isDelisted: Bool
    /// With all digits that the server sent.
    let price: String?
    /// The currency of the price.
    let currency: String
    /// The source of the price.
    let source: String?
    /// The milliseconds since the price was last heard.
    let age: Int64?
    /// Whether the price is an exchange's last trade, heard less than ten seconds ago.
    let isLive: Bool
    let change24h: Double?
    private let changeText: String?
    private let unit: String
    let circulatingSupply: UInt64?
    let selfReportedSupply: String?
    let added: String?
    let tags: [String]
    let links: [Link]
    let description: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, symbol, kind, platform, rank, price, currency, source, added, tags, links, description
        case isDelisted = "is_delisted"
        case age = "age_ms"
        case isLive = "live"
        case change24h = "change_24h"
        case circulatingSupply = "circulating_supply"
        case selfReportedSupply = "self_reported_supply"
    }

    /// - Parameters:
    ///   - quote: the coin's row in the market.
    ///   - age: the age of its price.
    ///   - money: the currency for the price.
    package init(_ detail: CoinDetail, quote: Quote?, age: PriceAge?, in money: ShownCurrency = .usd) {
        id = detail.id.rawValue
        name = detail.name
        symbol = detail.symbol
        kind = detail.kind == .coin ? "coin" : "token"
        platform = detail.platform
        rank = quote?.fundamentals.rank
        isDelisted = quote?.isDelisted ?? false
        // A delisted coin has an old price and no present one.
        let live = quote.flatMap { $0.isDelisted ? nil : $0 }
        (price, currency) = (live.flatMap(money.priceText), money.name)
        unit = money.suffix
        let priceAge = price == nil ? nil : age
        source = priceAge?.source.provider
        self.age = priceAge?.age?.milliseconds
        isLive = priceAge?.isLive ?? false
        change24h = live?.dayChange.map { Double($0.hundredths) / 100 }
        changeText = live?.dayChange.map { ChangeText($0).withSign }
        circulatingSupply = quote?.fundamentals.supply
        selfReportedSupply = detail.supply?.description
        added = detail.dateAdded.map { String($0.shortISO8601.prefix(10)) }
        tags = detail.tags
        // The provider's own page first, as on the screen.
        let page = detail.page.map { [Link(page: $0)] } ?? []
        links = page + detail.links.map { Link($0) }
        description = detail.description
    }

    /// The source of the price and its age, in words.
    private var origin: String {
        guard let source else { return "" }
        let old = isLive ? "live" : age.map { "\(DurationText.words(.milliseconds($0))) old" } ?? "age not known"
        return ", from \(source.escaped), \(old)"
    }

    /// Facts first, then links, then the description.
    package var text: String {
        var facts = ["\(name) (\(symbol))", "\(kind)\(platform.map { " on \($0)" } ?? ""), id:\(id)"]
        if let rank { facts.append("rank \(rank)") }
        if isDelisted { facts.append("delisted") }
        if let price {
            let change = changeText.map { ", \($0) in 24 hours" } ?? ""
            facts.append("price \(price)\(unit)\(change)\(origin)")
        }
        if let circulatingSupply { facts.append("supply \(Grouping.thousands("\(circulatingSupply)")) \(symbol)") }
        if let selfReportedSupply { facts.append("supply by the project's own account \(selfReportedSupply)") }
        if let added { facts.append("listed since \(added)") }
        if !tags.isEmpty { facts.append(tags.joined(separator: ", ")) }
        var parts = [facts.map(\.escaped).joined(separator: "\n")]
        if !links.isEmpty { parts.append(links.map(\.line.escaped).joined(separator: "\n")) }
        if let description {
            let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
            parts.append(lines.map { String($0).escaped }.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }
}
