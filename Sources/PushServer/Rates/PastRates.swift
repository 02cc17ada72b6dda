internal import Shared

/// The exchange rates of past days. A source is asked only when somebody needs a day, and once for everybody.
struct PastRates: Sendable {
    /// Both parts of a source's history. The recent part is small, the other one large.
    private let recent: SharedFetch<RateHistoryPart, RateHistory>
    private let all: SharedFetch<RateHistoryPart, RateHistory>
    private let now: @Sendable () -> MarketTime

    /// How many of the last days are looked up in the recent part.
    static let recentDays: Int64 = 80
    /// A source publishes once a day, at a time that is only roughly known.
    private static let recentLifetime = Duration.seconds(3600)
    /// Older days do not change.
    private static let allLifetime = Duration.seconds(86_400)
    /// How long callers get the same failure without a new request. These requests share a budget with those for the
    /// newest rates.
    private static let failureLifetime = Duration.seconds(300)

    init(now: @escaping @Sendable () -> MarketTime, ask: @escaping RateHistorySource) {
        let fetch = { (lifetime: Duration) in
            SharedFetch<RateHistoryPart, RateHistory>(
                lifetime: lifetime,
                weightMax: 1,
                pause: { $0.wait(own: Self.failureLifetime, at: $1) },
                now: now,
                fetch: ask
            )
        }
        (recent, all, self.now) = (fetch(Self.recentLifetime), fetch(Self.allLifetime), now)
    }

    func rates(_ request: DayRatesRequest) async -> Result<DayRates, AnswerProblem> {
        do throws(AnswerProblem) {
            let (period, border) = (request.searched, now().date.daysSince1970 - Self.recentDays)
            var (source, days) = ("", [DayRates.Day]())
            if period.lowerBound < border {
                let history = try await history(.all, from: all)
                source = history.source
                days += history.days(of: request.currency, in: period.lowerBound...min(period.upperBound, border - 1))
            }
            if period.upperBound >= border {
                let history = try await history(.recent, from: recent)
                // An old answer does not show which later days have rates.
                guard now().elapsed(since: history.heard) < Self.allLifetime else { throw .tooOld(history.source) }
                source = history.source
                days += history.days(of: request.currency, in: max(period.lowerBound, border)...period.upperBound)
            }
            return .success(DayRates(source: source, days: days))
        } catch {
            return .failure(error)
        }
    }

    private func history(
        _ part: RateHistoryPart,
        from fetch: SharedFetch<RateHistoryPart, RateHistory>
    ) async throws(AnswerProblem) -> RateHistory {
        switch await fetch.value(of: part) {
        case .success(let history): return history
        case .failure(let error): throw AnswerProblem(message: error.sentence(at: now()))
        }
    }
}

extension AnswerProblem {
    fileprivate static func tooOld(_ source: String) -> Self {
        Self(message: "\(source) has not answered for a day; try again later.")
    }
}
