import Shared

/// Coins whose symbol differs between the listing and other providers.
///
/// Keyed by the listing's number, so that coins with the same spelling are not confused. Recorded lists confirm each
/// entry (providers.md section 2.4 and 3.3).
enum CoinSpellings {
    /// The exchanges' spelling, in lower case. The listing calls IOTA `MIOTA`.
    static let exchanges: [CoinID: String] = [CoinID(1720): "iota"]
}
