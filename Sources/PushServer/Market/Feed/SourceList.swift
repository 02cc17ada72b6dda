internal import Shared

/// The market's sources, with their numbers within the epoch and their states.
struct SourceList {
    private(set) var all: [MarketSource]

    init(_ sources: [MarketSource] = []) { all = sources }

    subscript(name: MarketSource.Name) -> MarketSource? { all.first { $0.name == name } }

    /// A source's number, which is assigned at the first use of its name.
    mutating func number(of name: MarketSource.Name, now: MarketTime) -> SourceNumber {
        if let known = self[name] { return known.number }
        let number = SourceNumber(UInt16(all.count + 1))
        all.append(MarketSource(number, name, state: .starting, since: now, lastEvent: nil))
        return number
    }

    /// - Returns: the source's new state; nil if nothing worth sending has changed.
    mutating func take(_ news: SourceNews, now: MarketTime) -> MarketSource? {
        let number = number(of: news.name, now: now)
        guard let index = all.firstIndex(where: { $0.number == number }),
            let source = news.source(after: all[index], now: now)
        else { return nil }
        all[index] = source
        return source
    }

    /// - Returns: the source with its new interval; nil if it has that already, or there is no such source.
    mutating func pace(_ name: MarketSource.Name, every interval: Duration) -> MarketSource? {
        guard let index = all.firstIndex(where: { $0.name == name }), all[index].interval != interval
        else { return nil }
        all[index].interval = interval
        return all[index]
    }

    /// Marks all sources of an earlier process as starting. Their data is old until they answer.
    /// - Parameter intervals: the time between two requests to each source, if known.
    mutating func restart(now: MarketTime, askedEvery intervals: [MarketSource.Name: Duration]) -> [MarketSource] {
        all = all.map { source in
            MarketSource(
                source.number,
                source.name,
                state: .starting,
                since: now,
                lastEvent: source.lastEvent,
                interval: intervals[source.name]?.inWholeSeconds
            )
        }
        return all
    }
}

extension Duration {
    /// Rounded up.
    fileprivate var inWholeSeconds: Duration {
        .seconds(components.attoseconds > 0 ? components.seconds + 1 : components.seconds)
    }
}

/// A change of a source's state.
struct SourceNews {
    /// A source's age is sent with a precision of one second, which is enough for quotes.
    private static let ageInterval = Duration.seconds(1)
    /// Limits a provider's own text, which goes to every terminal.
    private static let causeBytesMax = 300

    let name: MarketSource.Name
    private let state: MarketSource.State
    /// Nil if unchanged.
    private let heard: MarketTime?
    private let cause: String
    private let retryAt: MarketTime?

    static func live(_ name: MarketSource.Name, heard: MarketTime) -> Self {
        Self(name: name, state: .live, heard: heard, cause: "", retryAt: nil)
    }

    /// The source should have sent something newer by now.
    static func late(_ name: MarketSource.Name, cause: String) -> Self {
        Self(name: name, state: .stale, heard: nil, cause: cause, retryAt: nil)
    }

    /// - Parameter retryAt: the time of the next request.
    static func failed(_ name: MarketSource.Name, _ error: ProviderError, retryAt: MarketTime) -> Self {
        Self(
            name: name,
            state: error.sourceState,
            heard: nil,
            cause: error.sentence.prefix(bytes: causeBytesMax),
            retryAt: error.notBefore == nil ? nil : retryAt
        )
    }

    fileprivate func source(after known: MarketSource, now: MarketTime) -> MarketSource? {
        let isSame = known.state == state && known.cause == cause && known.retryAt == retryAt
        if isSame, !isYounger(than: known.lastEvent) { return nil }
        return MarketSource(
            known.number,
            name,
            state: state,
            since: known.state == state ? known.since : now,
            lastEvent: heard ?? known.lastEvent,
            cause: cause,
            retryAt: retryAt,
            interval: known.interval
        )
    }

    private func isYounger(than told: MarketTime?) -> Bool {
        guard let heard else { return false }
        // A sent time that is in the future comes from before the clock was set back.
        return told.map { heard.elapsed(since: $0) >= Self.ageInterval || heard < $0 } ?? true
    }
}

extension ProviderError {
    fileprivate var sourceState: MarketSource.State {
        switch failure {
        case .needsKey: .needsKey
        case .rateLimited, .paced: .rateLimited
        case .unavailable, .timedOut: .down
        default: .stale
        }
    }
}
