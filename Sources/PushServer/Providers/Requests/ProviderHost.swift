/// One host of a provider, which counts requests by itself.
package struct ProviderHost: Sendable {
    /// As options spell it: `huobi`, `coinmarketcap-pictures`.
    package let name: String
    /// The name of its provider.
    package let provider: String
    /// The address in production. Those of staging and qa are given from outside (`ProviderEnvironment`).
    let address: String
    /// A request counts for the first one that it belongs to.
    let quotas: [RequestQuota]
    /// Whether each file has a path of its own, so that a refusal of one path is about all of them.
    var servesFiles = false
}

extension ProviderHost: Hashable, CustomStringConvertible {
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
    package var description: String { name }
}

/// What a provider counts together.
package struct RequestQuota: Sendable {
    let name: String
    /// The beginning of the paths that it is about.
    let path: String
    /// Plans differ and figures age, so where several are told, the lowest is taken; a limit that is met all the same is told
    /// by the answer, and held to (`RequestBudgets.hold`).
    let budget: RequestBudget

    init(_ name: String, path: String = "/", _ windows: RequestBudget.Window...) {
        (self.name, self.path, budget) = (name, path, RequestBudget(windows))
    }
}

extension RequestQuota: Hashable {
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
