internal import Shared

/// A fact about a coin in a few words.
struct DetailFact: Equatable, Sendable {
    let label: String
    let value: String
}

extension DetailFact {
    /// Facts from the market and from the coin's page, the most wanted first. Unknown facts are left out.
    /// - Parameters:
    ///   - origin: where the quote's price comes from.
    ///   - isStale: whether all prices are older than they should be.
    ///   - namingZone: false if something beside the facts names the time zone.
    ///   - money: the currency for prices and amounts.
    static func facts(
        _ quote: Quote?,
        _ origin: PriceOrigin?,
        _ detail: CoinDetail?,
        isStale: Bool,
        namingZone: Bool = true,
        in money: ShownCurrency = .usd
    ) -> [DetailFact] {
        let unit = " " + money.name
        let fact = { (column: QuoteColumn, unit: String) -> (String, String?) in
            (column.label, quote.flatMap { column.text($0, money) }.map { $0 + unit })
        }
        let kind = detail?.kind ?? quote?.instrument.kind
        let platform = detail?.platform.map { " on \($0)" } ?? ""
        let symbol = quote?.instrument.symbol ?? detail?.symbol ?? ""
        let isOld = isStale || origin?.isOld == true
        let origin = quote?.mantissa == nil ? nil : origin
        let values: [(String, String?)] = [
            fact(.rank, ""),
            ("Kind", kind.map { ($0 == .coin ? "coin" : "token") + platform }),
            isOld ? ("Old price", fact(.price, unit).1) : fact(.price, unit),
            ("Price from", origin?.words(namingZone: namingZone)),
            fact(.hourChange, ""),
            // As in lists and above the facts.
            (QuoteColumn.dayChange.label, quote?.dayChange.map { ChangeText($0).withArrow }),
            fact(.weekChange, ""),
            fact(.marketCap, unit),
            fact(.volume, unit + " in 24 h"),
            ("Supply", quote?.fundamentals.supply.map { "\(Grouping.thousands(String($0))) \(symbol)" }),
            ("Stated supply", detail?.supply.map { "\(PriceText($0.plainText).full) \(symbol)" }),
            ("Listed since", detail?.dateAdded.map { String($0.shortISO8601.prefix(10)) }),
            ("Tags", detail.flatMap { $0.tags.isEmpty ? nil : $0.tags.joined(separator: ", ") }),
            ("Number", (detail?.id ?? quote?.instrument.coin).map { "\($0)" }),
        ]
        return values.compactMap { label, value in value.map { DetailFact(label: label, value: $0) } }
    }
}

extension CoinLink.Kind {
    var title: String {
        switch self {
        case .website: "Website"
        case .technicalDocument: "Paper"
        case .sourceCode: "Source code"
        case .explorer: "Explorer"
        case .announcement: "News"
        case .messageBoard: "Forum"
        case .chat: "Chat"
        case .twitter: "Twitter"
        case .reddit: "Reddit"
        case .facebook: "Facebook"
        }
    }
}

extension CoinDetail {
    /// The paragraphs of the text about the coin.
    var paragraphs: [String] { description?.split(separator: "\n").map(String.init) ?? [] }
}
