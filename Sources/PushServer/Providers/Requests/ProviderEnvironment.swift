/// The base address of each provider.
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
    /// A PEM file with the authorities to trust instead of the system's: of a stand-in for the providers, or of a
    /// proxy that inspects the traffic.
    let authorities: String?
    private let bases: [ProviderHost: String]

    /// - Parameter bases: scheme, host and port, with an optional path prefix: `http://127.0.0.1:8080`.
    package init(_ name: Name, bases: [ProviderHost: String], authorities: String? = nil) {
        self.name = name
        self.authorities = authorities
        self.bases = bases.mapValues { base in base.hasSuffix("/") ? String(base.dropLast()) : base }
    }

    package static let production = Self(
        .production,
        bases: Dictionary(uniqueKeysWithValues: Provider.hosts.map { ($0, $0.address) })
    )

    /// One address for all providers, such as the mock market.
    package static func qa(at base: String) -> Self {
        Self(.qa, bases: Dictionary(uniqueKeysWithValues: Provider.hosts.map { ($0, base) }))
    }

    /// The real hosts, with some replaced by a provider's test host, a stand-in or a separate mock.
    package static func staging(replacing bases: [ProviderHost: String]) -> Self {
        Self(.staging, bases: production.bases.merging(bases) { $1 })
    }

    package func base(of host: ProviderHost) -> String? { bases[host] }

    var allowsPlainHTTP: Bool { name != .production }
}
