/// One host of a provider. Each host counts requests separately.
package struct ProviderHost: Sendable {
    /// The name in options: `huobi`, `coinmarketcap-pictures`.
    package let name: String
    /// The name of its provider.
    package let provider: String
    /// The address in production. `ProviderEnvironment` gets the addresses of staging and qa.
    let address: String
    /// A request counts against the first matching quota.
    let quotas: [RequestQuota]
    /// Whether each file has its own path, so that a refusal of one path concerns all of them.
    var servesFiles = false
    /// The header fields that only this provider's code reads, with lower-case names.
    var ownHeaders: Set<String> = []
}

extension ProviderHost: Hashable, CustomStringConvertible {
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
    package var description: String { name }
}

/// Requests that a provider counts together.
package struct RequestQuota: Sendable {
    let name: String
    /// The path prefix of its requests.
    let path: String
    /// The lowest of the published limits, because plans differ and figures age. If the provider refuses earlier, its
    /// refusal is respected as well (`RequestBudgets.hold`).
    let budget: RequestBudget

    init(_ name: String, path: String = "/", _ windows: RequestBudget.Window...) {
        (self.name, self.path, budget) = (name, path, RequestBudget(windows))
    }
}

extension RequestQuota: Hashable {
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
