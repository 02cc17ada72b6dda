import Shared

/// Coins whose symbol the listing spells otherwise than others do.
///
/// By the listing's number, so that no other coin of the same spelling is meant. Each entry is backed by recorded lists
/// (providers.md section 2.4 and 3.3).
enum CoinSpellings {
    /// As exchanges spell them, in lower case. IOTA is `MIOTA` in the listing.
    static let exchanges: [CoinID: String] = [CoinID(1720): "iota"]
}
