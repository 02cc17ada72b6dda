internal import Shared

/// What the last request to a source came to.
struct SourceNews {
    /// The age of a source is told to the second: quotes of a second need no finer time.
    private static let ageInterval = Duration.seconds(1)
    /// A provider's own words may be long, and go to every terminal.
    private static let causeBytesMax = 300

    let kind: MarketSource.Kind
    private let provider: String
    private let state: MarketSource.State
    private let lastEvent: MarketTime?
    private let cause: String
    private let retryAt: MarketTime?

    static func live(_ kind: MarketSource.Kind, _ provider: String, at time: MarketTime) -> Self {
        Self(kind: kind, provider: provider, state: .live, lastEvent: time, cause: "", retryAt: nil)
    }

    /// - Parameter retryAt: when it will be asked again.
    static func failed(
        _ kind: MarketSource.Kind,
        _ error: ProviderError,
        lastEvent: MarketTime?,
        retryAt: MarketTime
    ) -> Self {
        Self(
            kind: kind,
            provider: error.provider.name,
            state: error.sourceState,
            lastEvent: lastEvent,
            cause: error.sentence.prefix(bytes: causeBytesMax),
            retryAt: error.notBefore == nil ? nil : retryAt
        )
    }

    /// - Returns: nil if nothing has changed that is worth telling.
    func source(after known: MarketSource?, now: MarketTime) -> MarketSource? {
        let isSame = known?.state == state && known?.cause == cause && known?.retryAt == retryAt
        if isSame, let lastEvent, let told = known?.lastEvent, lastEvent.elapsed(since: told) < Self.ageInterval {
            return nil
        }
        return MarketSource(
            kind: kind,
            provider: provider,
            state: state,
            since: known?.state == state ? known?.since ?? now : now,
            lastEvent: lastEvent,
            cause: cause,
            retryAt: retryAt
        )
    }
}

extension ProviderError {
    fileprivate var sourceState: MarketSource.State {
        switch failure {
        case .needsKey: .needsKey
        case .rateLimited: .rateLimited
        case .unavailable, .timedOut: .down
        default: .stale
        }
    }
}
