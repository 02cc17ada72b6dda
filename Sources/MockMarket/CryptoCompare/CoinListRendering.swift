import Shared

/// `/data/all/coinlist`: everything is text, and there are four ways to say that a value is
/// absent.
extension CryptoCompareRendering {
    static func coinList(_ market: SimulatedMarket, base: String) -> JSONWriter {
        var json = JSONWriter(.script, capacity: market.archive.coins.count * 800)
        json.object { json in
            json.text("Response", "Success")
            json.text("Message", "Coin list succesfully returned!")
            json.key("Data")
            json.object { json in
                for (order, coin) in market.archive.coins.enumerated() {
                    json.key(named: coin.symbol)
                    json.object { fact(coin, market.coin(coin.price), order: order + 1, to: &$0) }
                }
            }
            json.text("BaseImageUrl", base)
            json.text("BaseLinkUrl", "https://www.cryptocompare.com")
            json.raw("RateLimit", "{}")
            json.raw("HasWarning", "false")
            json.integer("Type", 100)
        }
        return json
    }

    private static func fact(_ coin: ArchivedCoin, _ simulated: SimulatedCoin, order: Int, to json: inout JSONWriter) {
        // Real names sometimes have blanks around them.
        let name = coin.id.isMultiple(of: 23) ? coin.name + " " : coin.name
        json.text("Id", String(coin.id))
        json.text("Url", "/coins/\(coin.symbol.lowercased())/overview")
        if !coin.id.isMultiple(of: 17) { json.text("ImageUrl", "/media/\(coin.id)/\(coin.symbol.lowercased()).png") }
        json.integer("ContentCreatedOn", simulated.birth * 60)
        json.text("Name", coin.symbol)
        json.text("Symbol", coin.symbol)
        json.text("CoinName", name)
        json.text("FullName", "\(name) (\(coin.symbol))")
        json.text("Algorithm", simulated.identity.platform == nil ? "SHA-256" : "N/A")
        json.text("ProofType", simulated.identity.platform == nil ? "PoW" : "N/A")
        json.raw("FullyPremined", #""0""#)
        json.text("TotalCoinSupply", coin.id.isMultiple(of: 13) ? "N/A" : "\(simulated.supply)" + blank(coin))
        token(coin, simulated.identity, to: &json)
        json.raw("PreMinedValue", #""N/A""#)
        json.raw("TotalCoinsFreeFloat", #""N/A""#)
        json.text("SortOrder", String(order))
        json.raw("Sponsored", "false")
        json.raw("Taxonomy", #"{"Access":"","FCA":"","FINMA":"","Industry":"","CollateralizedAsset":""}"#)
        json.raw("IsTrading", "true")
        if coin.id.isMultiple(of: 2) {
            json.integer("TotalCoinsMined", simulated.supply)
            // More than 64 bits, like real hash rates.
            json.raw("NetHashesPerSecond", "19000000000000000000")
            json.raw("BlockReward", coin.id.isMultiple(of: 4) ? "null" : "12.5")
        }
    }

    private static func blank(_ coin: ArchivedCoin) -> String { coin.id.isMultiple(of: 19) ? " " : "" }

    /// A token has an address or a platform. Sometimes one of them is missing, and some lists have neither key.
    private static func token(_ coin: ArchivedCoin, _ identity: CoinIdentity, to json: inout JSONWriter) {
        guard let platform = identity.platform else {
            if coin.id.isMultiple(of: 29) { return }
            json.raw("BuiltOn", #""N/A""#)
            json.raw("SmartContractAddress", coin.id.isMultiple(of: 31) ? #""""# : #""N/A""#)
            return
        }
        let (hasPlatform, hasAddress) = (!coin.id.isMultiple(of: 7), coin.id.isMultiple(of: 7) || coin.id % 5 > 0)
        json.text("BuiltOn", hasPlatform ? String(ArchiveCatalog.id(of: platform.id)) : "N/A")
        json.text("SmartContractAddress", hasAddress ? identity.tokenAddress : "N/A")
    }
}
