internal import Shared
internal import Synchronization

/// What the whole server may ask of the providers, whoever asks: each request is counted here before it is sent.
package final class RequestBudgets: Sendable {
    private struct State {
        var budgets: [RequestQuota: RequestBudget]
        var holds: [Endpoint.WeightClass: RateHold] = [:]

        /// - Returns: nil where there is no limit.
        mutating func budget<Value>(of endpoint: Endpoint, _ use: (inout RequestBudget) -> Value) -> Value? {
            guard let quota = endpoint.quota, var budget = budgets[quota] else { return nil }
            defer { budgets[quota] = budget }
            return use(&budget)
        }
    }

    private let state: Mutex<State>

    /// - Parameter budgets: what is not named has no limit.
    package init(_ budgets: [RequestQuota: RequestBudget]) { state = Mutex(State(budgets: budgets)) }

    /// Those of the providers as they are known.
    package convenience init() {
        let quotas = Provider.hosts.flatMap(\.quotas)
        self.init(Dictionary(uniqueKeysWithValues: quotas.map { ($0, $0.budget) }))
    }

    func take(_ endpoint: Endpoint, at now: MarketTime) -> RequestBudget.Verdict {
        state.withLock { state in
            let isSpare = endpoint.isForOneCoin
            if let wait = state.holds[endpoint.weightClass]?.waitBeforeProbe(at: now) {
                return .held(until: wait.told, retryAt: wait.until)
            }
            let verdict = state.budget(of: endpoint) { $0.take(endpoint.cost, at: now, isSpare: isSpare) } ?? .granted
            if verdict != .granted { state.holds[endpoint.weightClass]?.probeFailed() }
            return verdict
        }
    }

    /// How many times longer than usual a repeated request for one coin should wait; see `RequestBudget.stretch`.
    func stretch(of endpoint: Endpoint, at now: MarketTime) -> Double {
        state.withLock { state in state.budget(of: endpoint) { $0.stretch(at: now) } ?? 1 }
    }

    /// A share of the budget for requests that cost as much as `endpoint`. It is counted separately.
    func share(_ share: BudgetShare, of endpoint: Endpoint) -> RequestBudget {
        state.withLock { state in
            state.budget(of: endpoint) { $0.share(share, cost: endpoint.cost) } ?? RequestBudget([])
        }
    }

    /// The provider has answered such a request. Where that was the probe, no limit holds any more.
    func answered(_ endpoint: Endpoint) {
        state.withLock { state in
            if state.holds[endpoint.weightClass]?.isProbed == true { state.holds[endpoint.weightClass] = nil }
        }
    }

    /// The request came to nothing, which says nothing about a limit.
    func failed(_ endpoint: Endpoint) { state.withLock { $0.holds[endpoint.weightClass]?.probeFailed() } }

    /// The provider has said that it will not answer such requests before `told`.
    func hold(_ endpoint: Endpoint, until told: MarketTime, at now: MarketTime) {
        state.withLock { $0.holds[endpoint.weightClass] = RateHold(until: told, at: now) }
    }
}

extension Endpoint {
    /// What is counted together with this by its provider.
    var quota: RequestQuota? { host.quotas.first { path.hasPrefix($0.path) } }

    /// What one refusal of its provider is about: requests that cost it alike. A refused candle says nothing about tickers.
    ///
    /// CryptoCompare's refusals (`Type` 99) tell which window is used up, not of which paths (docs/PROVIDERS.md), so its minutes,
    /// hours and days are held one by one: if the window is one for all, that costs two more requests an hour.
    struct WeightClass: Hashable, Sendable {
        let host: ProviderHost
        let path: String
    }

    var weightClass: WeightClass { WeightClass(host: host, path: host.servesFiles ? "" : path) }
}
