internal import Shared
internal import Synchronization

/// The limits for all requests of the server to providers. Each request is counted here before it is sent.
package final class RequestBudgets: Sendable {
    private struct State {
        var budgets: [RequestQuota: RequestBudget]
        var holds: [Endpoint.WeightClass: RateHold] = [:]

        /// - Returns: nil if there is no limit.
        mutating func budget<Value>(of endpoint: Endpoint, _ use: (inout RequestBudget) -> Value) -> Value? {
            guard let quota = endpoint.quota, var budget = budgets[quota] else { return nil }
            defer { budgets[quota] = budget }
            return use(&budget)
        }
    }

    private let state: Mutex<State>

    /// - Parameter budgets: a quota that is not in here has no limit.
    package init(_ budgets: [RequestQuota: RequestBudget]) { state = Mutex(State(budgets: budgets)) }

    /// The known budgets of the providers.
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

    /// The provider has answered such a request. If it was the probe, the limit no longer holds.
    func answered(_ endpoint: Endpoint) {
        state.withLock { state in
            if state.holds[endpoint.weightClass]?.isProbed == true { state.holds[endpoint.weightClass] = nil }
        }
    }

    /// The request failed in a way that says nothing about a limit.
    func failed(_ endpoint: Endpoint) { state.withLock { $0.holds[endpoint.weightClass]?.probeFailed() } }

    /// The provider has said that it will not answer such requests before `told`.
    func hold(_ endpoint: Endpoint, until told: MarketTime, at now: MarketTime) {
        state.withLock { $0.holds[endpoint.weightClass] = RateHold(until: told, at: now) }
    }
}

extension Endpoint {
    /// The provider's quota against which this counts.
    var quota: RequestQuota? { host.quotas.first { path.hasPrefix($0.path) } }

    /// The requests that a refusal concerns: those with the same cost at its provider. A refused candle says nothing
    /// about tickers.
    ///
    /// CryptoCompare's refusals (`Type` 99) say which window is used up, but not for which paths.
    /// So its minutes, hours and days are held separately. If the window is shared, that costs two more requests an
    /// hour.
    struct WeightClass: Hashable, Sendable {
        let host: ProviderHost
        let path: String
    }

    var weightClass: WeightClass { WeightClass(host: host, path: host.servesFiles ? "" : path) }
}
