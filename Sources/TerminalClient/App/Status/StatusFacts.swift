internal import Shared

/// What the status line says about the connection and the prices at one moment.
struct StatusFacts: Equatable {
    struct Words {
        var connection = StatusWords.connecting.phrase
        /// That prices are made up, and the sources that are not as fresh as they should be, and why.
        var sources: [Phrase] = []
    }

    private let state: ServerLink.State
    /// The time until the terminal connects again; 0 while it does not wait for that.
    private let secondsLeft: Int64
    private let prices: PriceState
    private let isComplete: Bool
    private let isCurrent: Bool
    private let isMock: Bool
    private let money: ShownCurrency
    /// The server's time in whole seconds, because the words give ages in seconds. It is rounded up, so that nothing
    /// looks younger than it is.
    private let time: MarketTime

    /// - Parameters:
    ///   - isComplete: whether the terminal has the whole market.
    ///   - isCurrent: whether the market has come on this connection.
    ///   - isMock: whether the server makes its prices up.
    ///   - time: the server's time.
    ///   - now: the time by the clock of the next try to connect.
    init(
        state: ServerLink.State,
        prices: PriceState,
        isComplete: Bool,
        isCurrent: Bool,
        isMock: Bool,
        money: ShownCurrency,
        time: MarketTime,
        now: ContinuousClock.Instant
    ) {
        (self.state, self.prices, self.money) = (state, prices, money)
        (self.isComplete, self.isCurrent, self.isMock) = (isComplete, isCurrent, isMock)
        self.time = MarketTime(seconds: (time.milliseconds + 999) / 1000)
        secondsLeft = if case .waiting(let until, _) = state { AgeText.secondsLeft(until - now) } else { 0 }
    }

    var words: Words {
        let sources = [mockWords] + prices.sources.map { words(for: $0) } + [moneyWords]
        return Words(connection: connection.phrase, sources: sources.compactMap { $0?.phrase })
    }

    /// How long the words stay true; nil while they do not depend on time.
    var interval: Duration? {
        if case .waiting = state { return .seconds(1) }
        let ages = prices.sources.filter { words(for: $0) != nil }.compactMap { $0.age(at: time) }
        return ages.min().map { $0 < .seconds(60) ? .seconds(1) : .seconds(10) }
    }
}

extension StatusFacts {
    private var connection: StatusWords {
        switch state {
        case .connecting: .connecting
        case .live where prices.isSilent: .nothingComes
        case .live where !isCurrent: .loading
        case .live where !prices.isComing: .connected
        case .live: isMock ? .mockMarket : .live
        case .waiting: .waiting(seconds: secondsLeft)
        case .stopped: .stopped
        }
    }

    /// Says that prices are made up, unless the words for the connection do.
    private var mockWords: StatusWords? { isMock && connection != .mockMarket ? .mockMarket : nil }

    private func words(for source: MarketSource) -> StatusWords? {
        guard let subject = source.kind.subject else { return nil }
        lazy var age = source.age(at: time).map(DurationText.words)
        switch source.state {
        // While nothing comes, all exchanges are silent together, so one age is enough.
        case .live:
            let isTold = (!prices.isLive || prices.isSilent) && source == prices.liveExchange
            return isTold ? age.map(StatusWords.age) : nil
        case .starting: return .awaited(subject: subject, age: age, source: source.provider, cause: source.cause)
        case .stale, .needsKey, .rateLimited, .down:
            let nextTry = nextTry(source)
            if source.kind == .tickers, prices.isLive, !prices.isSilent, let other = prices.liveExchange {
                return .otherSource(other.provider, cause: source.cause, nextTry: nextTry)
            }
            return .old(subject: subject, age: age, cause: source.cause, nextTry: nextTry)
        }
    }

    private var moneyWords: StatusWords? { isComplete ? money.warning(at: time) : nil }

    /// The time until the source is asked again, unless that is at once.
    private func nextTry(_ source: MarketSource) -> String? {
        let rest = source.retryAt?.elapsed(since: time)
        return rest.flatMap { $0 > .zero ? DurationText.words($0) : nil }
    }
}

extension MarketSource {
    /// The time since the source last sent something.
    func age(at time: MarketTime) -> Duration? { lastEvent.map { time.elapsed(since: $0) } }
}

extension MarketSource.Kind {
    /// The source's name for the status line; nil for a source that matters to charts only, because they name it.
    var subject: String? {
        switch self {
        case .tickers: "prices"
        case .listing: "listing"
        case .symbols, .other: nil
        }
    }
}
