/// Where the providers are reached: one base address each.
package struct ProviderEnvironment: Sendable {
    package enum Name: String, CaseIterable, Sendable {
        /// The real hosts, over https only.
        case production
        /// A provider's own test hosts, or a replay of recorded answers.
        case staging
        /// The mock market.
        case qa
    }

    package let name: Name
    /// A PEM file with the authorities to trust instead of the system's: those of a stand-in for the providers, or of a
    /// proxy that looks into the traffic.
    let authorities: String?
    private let bases: [Provider: String]

    /// - Parameter bases: scheme, host and port, optionally the beginning of a path: `http://127.0.0.1:8080`.
    package init(_ name: Name, bases: [Provider: String], authorities: String? = nil) {
        self.name = name
        self.authorities = authorities
        self.bases = bases.mapValues { base in base.hasSuffix("/") ? String(base.dropLast()) : base }
    }

    /// The hosts of providers.md sections 1.1, 2.1 and 3.1.
    package static let production = Self(
        .production,
        bases: [
            .coinMarketCap: "https://pro-api.coinmarketcap.com",
            .coinMarketCapPictures: "https://s2.coinmarketcap.com",
            .huobi: "https://api.huobi.pro",
            .cryptoCompare: "https://min-api.cryptocompare.com",
        ]
    )

    /// The real hosts, but for some: a provider's test host, a stand-in, the mock run on its own.
    package static func staging(replacing bases: [Provider: String]) -> Self {
        Self(.staging, bases: production.bases.merging(bases) { $1 })
    }

    package func base(of provider: Provider) -> String? { bases[provider] }

    var allowsPlainHTTP: Bool { name != .production }
}
