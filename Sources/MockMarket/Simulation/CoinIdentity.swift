package import Shared

/// The unchanging facts of a simulated coin.
package struct CoinIdentity: Sendable, Equatable {
    package let id: CoinID
    package let name: String
    package let symbol: String
    package let slug: String
    /// The chain that a token lives on; nil for a coin.
    package let platform: TokenPlatform?
    package let tokenAddress: String

    package var kind: InstrumentKind { platform == nil ? .coin : .token }
}

/// A chain that carries tokens, as the listing names it.
package struct TokenPlatform: Sendable, Equatable {
    let id: UInt32
    let name: String
    let symbol: String
    let slug: String

    static let all: [String: TokenPlatform] = [
        "eth": TokenPlatform(id: 1027, name: "Ethereum", symbol: "ETH", slug: "ethereum"),
        "bnb": TokenPlatform(id: 1839, name: "BNB", symbol: "BNB", slug: "bnb"),
        "sol": TokenPlatform(id: 5426, name: "Solana", symbol: "SOL", slug: "solana"),
        "pol": TokenPlatform(id: 28321, name: "Polygon", symbol: "POL", slug: "polygon-ecosystem-token"),
        "trx": TokenPlatform(id: 1958, name: "TRON", symbol: "TRX", slug: "tron"),
        "ton": TokenPlatform(id: 11419, name: "Toncoin", symbol: "TON", slug: "toncoin"),
        "arb": TokenPlatform(id: 11841, name: "Arbitrum", symbol: "ARB", slug: "arbitrum"),
    ]

    /// A random address in the form of Ethereum's.
    static func address(_ random: inout SeededGenerator) -> String {
        var digits = ""
        for _ in 0..<5 {
            digits += UInt32(truncatingIfNeeded: random.next()).hexadecimal
        }
        return "0x" + digits
    }
}
