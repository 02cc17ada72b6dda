import Shared

/// The facts of one coin as "Metadata v2" gives them.
enum CoinInfo {
    static func write(_ coin: SimulatedCoin, base: String, to json: inout JSONWriter) {
        let identity = coin.identity
        let site = "https://\(identity.slug).example/"
        json.object { json in
            json.integer("id", Int64(identity.id.rawValue))
            json.text("name", identity.name)
            json.text("symbol", identity.symbol)
            json.text("category", identity.platform == nil ? "coin" : "token")
            json.text("description", description(identity))
            json.text("slug", identity.slug)
            json.text("logo", base + "/static/img/coins/64x64/\(identity.id.rawValue).png")
            json.key("urls")
            json.object { json in
                json.texts("website", [site])
                json.texts("technical_doc", identity.id.rawValue.isMultiple(of: 2) ? [site + "paper.pdf"] : [])
                json.texts("twitter", [])
                json.texts("reddit", ["https://reddit.com/r/\(identity.slug)"])
                json.texts("message_board", [])
                json.texts("announcement", [])
                json.texts("chat", ["https://t.me/\(identity.slug)"])
                json.texts("explorer", [site + "explorer", "https://explorer.example/\(identity.slug)"])
                json.texts("source_code", identity.platform == nil ? ["https://git.example/\(identity.slug)"] : [])
            }
            json.text("date_added", MarketTime(minute: coin.birth).iso8601)
            json.texts("tags", identity.platform == nil ? ["layer-1", "mineable"] : ["defi", "platform-token"])
            CoinMarketCapRendering.platform(identity, to: &json)
            json.raw("notice", identity.id.rawValue.isMultiple(of: 11) ? #""""# : "null")
        }
    }

    /// A text for people with what real descriptions contain: headings, entities, tags and other scripts. For one coin
    /// in seven it has a control character, which must never reach a terminal.
    private static func description(_ identity: CoinIdentity) -> String {
        let name = "\(identity.name) (\(identity.symbol))"
        let place = identity.platform.map { "operates on the \($0.name) platform" } ?? "runs on a chain of its own"
        let odd = identity.id.rawValue.isMultiple(of: 7) ? " \u{1B}[31mRed\u{1B}[0m\u{07}" : ""
        return """
            ## What Is \(identity.name)?\r\n\r\n\(name) is a cryptocurrency and \(place). It is made up for tests &amp; \
            trials; nothing of this is advice.<br/>It is called  <b>\(identity.name)</b> in naïve Zürich, “\
            \(identity.symbol)” in 東京 and 🚀 elsewhere.\(odd)\n\n## Where Can You Buy It?\n\nNowhere.
            """
    }
}
