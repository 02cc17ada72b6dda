/// The chain of a token, as CoinMarketCap names it (`platform`).
struct CoinPlatform: Equatable {
    /// Such as `Ethereum`; nil if the answer has only the token's address.
    private(set) var name: String?
    /// The token's contract on that chain, in the chain's own address format.
    private(set) var contract: String?

    /// - Returns: nil for a coin with its own chain, for which the answer has null (providers.md section 1.8).
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
