internal import Shared
internal import Synchronization

/// What the whole server may ask of the providers, whoever asks: each request is counted here before it is sent.
package final class RequestBudgets: Sendable {
    private struct State {
        var budgets: [Endpoint.Quota: RequestBudget]
        var holds: [Endpoint.WeightClass: RateHold] = [:]
    }

    private let state: Mutex<State>

    /// - Parameter budgets: what is not named has no limit.
    package init(_ budgets: [Endpoint.Quota: RequestBudget]) { state = Mutex(State(budgets: budgets)) }

    /// Those of the providers as they are known.
    package convenience init() {
        self.init([
            .coinMarketCap: .coinMarketCapCalls, .coinMarketCapPictures: .coinMarketCapPictures,
            .huobiMarketData: .huobiMarketData,
            .huobiReferenceData: .huobiReferenceData, .cryptoCompare: .cryptoCompare,
        ])
    }

    func take(_ endpoint: Endpoint, at now: MarketTime) -> RequestBudget.Verdict {
        state.withLock { state in
            let isSpare = endpoint.isForOneCoin
            if let told = state.holds[endpoint.weightClass]?.waitBeforeProbe(at: now) { return .held(until: told) }
            let verdict = state.budgets[endpoint.quota]?.take(at: now, isSpare: isSpare) ?? .granted
            if verdict != .granted { state.holds[endpoint.weightClass]?.probeFailed() }
            return verdict
        }
    }

    /// How many times longer than usual a repeated request for one coin should wait; see `RequestBudget.stretch`.
    func stretch(of endpoint: Endpoint, at now: MarketTime) -> Double {
        state.withLock { $0.budgets[endpoint.quota]?.stretch(at: now) ?? 1 }
    }

    /// The provider has answered such a request, so no limit holds any more.
    func answered(_ endpoint: Endpoint) { state.withLock { $0.holds[endpoint.weightClass] = nil } }

    /// The request came to nothing, which says nothing about a limit.
    func failed(_ endpoint: Endpoint) { state.withLock { $0.holds[endpoint.weightClass]?.probeFailed() } }

    /// The provider has said that it will not answer such requests before `told`.
    func hold(_ endpoint: Endpoint, until told: MarketTime, at now: MarketTime) {
        state.withLock { $0.holds[endpoint.weightClass] = RateHold(until: told, at: now) }
    }
}

extension Endpoint {
    /// What is counted together by its provider.
    package enum Quota: Hashable, Sendable {
        case coinMarketCap
        case coinMarketCapPictures
        case huobiMarketData
        case huobiReferenceData
        case cryptoCompare
    }

    var quota: Quota {
        switch provider {
        case .coinMarketCap: .coinMarketCap
        case .coinMarketCapPictures: .coinMarketCapPictures
        case .huobi: path.hasPrefix("/market/") ? .huobiMarketData : .huobiReferenceData
        case .cryptoCompare: .cryptoCompare
        }
    }

    /// What one refusal of its provider is about: requests that cost it alike. A refused candle says nothing about tickers.
    struct WeightClass: Hashable, Sendable {
        let provider: Provider
        let path: String
    }

    /// Pictures have a path each, and are one thing to their host.
    var weightClass: WeightClass {
        WeightClass(provider: provider, path: provider == .coinMarketCapPictures ? "" : path)
    }
}
