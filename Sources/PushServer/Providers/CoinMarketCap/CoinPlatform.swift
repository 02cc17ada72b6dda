/// The chain that a token lives on, as CoinMarketCap names it (`platform`).
struct CoinPlatform: Equatable {
    /// `Ethereum`; nil when only the token's address is told.
    private(set) var name: String?
    /// The token's contract there, in whatever form that chain writes addresses.
    private(set) var contract: String?

    /// - Returns: nil for a coin with a chain of its own, where null stands (providers.md section 1.8).
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
