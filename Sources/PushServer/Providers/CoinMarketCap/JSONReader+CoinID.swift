import Shared

extension JSONReader {
    /// The listing's number for a coin.
    mutating func coinID() throws(JSONError) -> CoinID? {
        try integer().flatMap(UInt32.init(exactly:)).map { CoinID($0) }
    }
}
