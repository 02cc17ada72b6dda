internal import Shared
internal import Synchronization

/// What the whole server may ask of the providers, whoever asks: each request is counted here before it is sent.
package final class RequestBudgets: Sendable {
    private let budgets: Mutex<[Endpoint.Quota: RequestBudget]>

    /// - Parameter budgets: what is not named has no limit.
    package init(_ budgets: [Endpoint.Quota: RequestBudget]) { self.budgets = Mutex(budgets) }

    /// Those of the providers as they are known.
    package convenience init() {
        self.init([
            .coinMarketCap: .coinMarketCapCalls, .coinMarketCapPictures: .coinMarketCapPictures,
            .huobiMarketData: .huobiMarketData,
            .huobiReferenceData: .huobiReferenceData, .cryptoCompare: .cryptoCompare,
        ])
    }

    func take(_ endpoint: Endpoint, at now: MarketTime) -> RequestBudget.Verdict {
        budgets.withLock { budgets in
            budgets[endpoint.quota]?.take(at: now, isSpare: endpoint.isForOneCoin) ?? .granted
        }
    }

    /// A provider has said that it will not answer before `time`.
    func hold(_ endpoint: Endpoint, until time: MarketTime) {
        budgets.withLock { $0[endpoint.quota]?.hold(until: time) }
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
}
