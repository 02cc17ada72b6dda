package import Logging
internal import PlatformKit
package import Shared
internal import Synchronization

/// Builds the requests that endpoints describe and sends them through libcurl.
///
/// There is one per server. All transfers run on one separate thread. Call `shutdown()` once to end it.
package final class Router: Sendable {
    private let environment: ProviderEnvironment
    private let limits: RouterLimits
    private let logger: Logger
    private let clock: any Clock<Duration>
    let now: @Sendable () -> MarketTime
    private let recorder: AnswerRecorder?
    private let budgets: RequestBudgets
    private let loop: TransferLoop
    private let unread = Mutex(UnreadRows())

    /// An answer with fewer bytes is decoded in a millisecond or less.
    private static let longBytes = 64 << 10

    /// - Parameters:
    ///   - budgets: the limits of requests to each provider.
    ///   - recorder: gets every answer.
    ///   - clock: measures the time that a request waits for room in its provider's budget.
    package init(
        environment: ProviderEnvironment,
        limits: RouterLimits = RouterLimits(),
        budgets: RequestBudgets = RequestBudgets(),
        logger: Logger,
        recorder: AnswerRecorder? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> MarketTime = { .now }
    ) {
        self.environment = environment
        self.limits = limits
        self.budgets = budgets
        self.logger = logger
        self.clock = clock
        self.now = now
        self.recorder = recorder
        loop = TransferLoop(inFlightPerHost: limits.inFlightPerHost, waitingPerHost: limits.waitingPerHost)
    }

    /// Requests and decodes a value, off the caller's actor and off all event loops.
    @concurrent
    package func value<Value: Sendable>(
        of endpoint: Endpoint,
        decode: @escaping @Sendable (HTTPAnswer) throws(ProviderFailure) -> Value
    ) async throws(ProviderError) -> Value {
        try await read(endpoint) { answer throws(ProviderFailure) in
            if answer.body.count < Self.longBytes { return try decode(answer) }
            // Ticks that come meanwhile go first.
            return try await DetachedThread.run(priority: .background) { () throws(ProviderFailure) in
                try decode(answer)
            }
        }
    }

    /// Requests and decodes prices, which go before all other answers.
    @concurrent
    package func board(of tickers: Provider.Tickers) async throws(ProviderError) -> TickerBoard {
        try await read(tickers.endpoint) { answer throws(ProviderFailure) in try tickers.decode(answer) }
    }

    @concurrent
    private func read<Value: Sendable>(
        _ endpoint: Endpoint,
        decode: @Sendable (HTTPAnswer) async throws(ProviderFailure) -> Value
    ) async throws(ProviderError) -> Value {
        let answer = try await answer(to: endpoint)
        do {
            let value = try await decode(answer)
            budgets.answered(endpoint)
            if let rows = value as? any ReadFromRows { note(rows, of: endpoint) }
            return value
        } catch {
            switch error {
            case .rateLimited(let until): budgets.hold(endpoint, until: until, at: now())
            case .notListed, .refused, .needsKey: budgets.answered(endpoint)
            default: budgets.failed(endpoint)
            }
            throw failed(endpoint, error)
        }
    }

    /// The number of unreadable rows in answers of all providers.
    var unreadRows: Int { unread.withLock(\.count) }

    private func note(_ rows: any ReadFromRows, of endpoint: Endpoint) {
        let line = unread.withLock { $0.note(rows, of: endpoint, at: now()) }
        if let line { logger.warning("\(line)") }
    }

    /// How many times longer than usual to wait before `endpoint` is requested again for the same chart. It is above 1
    /// if the provider's windows of an hour or more fill up.
    package func stretch(of endpoint: Endpoint) -> Double { budgets.stretch(of: endpoint, at: now()) }

    /// A share of the budget for `endpoint`, counted separately.
    func share(_ share: BudgetShare, of endpoint: Endpoint) -> RequestBudget { budgets.share(share, of: endpoint) }

    /// Returns the answer with any status. Cancelling the calling task cancels the transfer.
    /// - Throws: sometimes without a request: `.paced` if the server's budget has no room within the endpoint's
    ///   patience, `.rateLimited` while the provider's refusal holds.
    package func answer(to endpoint: Endpoint) async throws(ProviderError) -> HTTPAnswer {
        guard let base = environment.base(of: endpoint.host) else {
            throw failed(endpoint, .unavailable("no address is configured for it in \(environment.name.rawValue)"))
        }
        try await waitForBudget(endpoint)
        let request = TransferRequest(endpoint, base: base, limits: limits, environment: environment)
        do {
            let answer = HTTPAnswer(try await loop.transfer(request), arrived: now())
            logger.debug("provider answered", metadata: metadata(endpoint, answer))
            recorder?.record(endpoint, answer)
            return answer
        } catch {
            budgets.failed(endpoint)
            throw failed(endpoint, ProviderFailure(error))
        }
    }

    private func waitForBudget(_ endpoint: Endpoint) async throws(ProviderError) {
        let latest = now().adding(endpoint.patience)
        while true {
            switch budgets.take(endpoint, at: now()) {
            case .granted: return
            case .held(let until, let retryAt):
                throw failed(endpoint, .rateLimited(until: until), retryAt: retryAt)
            case .wait(let until) where until > latest: throw failed(endpoint, .paced(until: until))
            case .wait(let until):
                do {
                    try await clock.sleep(for: until.elapsed(since: now()))
                } catch {
                    // A sleep throws only if its task was cancelled.
                    throw failed(endpoint, .cancelled)
                }
            }
        }
    }

    /// Cancels running transfers and joins the thread. Afterwards, all recorded answers are on disk.
    package func shutdown() async {
        await loop.shutdown()
        await recorder?.finish()
    }

    private func failed(
        _ endpoint: Endpoint,
        _ failure: ProviderFailure,
        retryAt: MarketTime? = nil
    ) -> ProviderError {
        let error = ProviderError(endpoint, failure, retryAt: retryAt)
        logger.debug("provider failed", metadata: ["provider": "\(error.provider)", "error": "\(error)"])
        return error
    }

    private func metadata(_ endpoint: Endpoint, _ answer: HTTPAnswer) -> Logger.Metadata {
        [
            "host": "\(endpoint.host)", "endpoint": "\(endpoint)", "status": "\(answer.status)",
            "bytes": "\(answer.body.count)",
        ]
    }
}

extension Router {
    /// Requests a value only if it has changed since `validator` was given. The caller stores the value together with
    /// its validator, so that neither outlives the other.
    @concurrent
    package func revision<Value: Sendable>(
        of endpoint: Endpoint,
        since validator: Validator?,
        decode: @escaping @Sendable (HTTPAnswer) throws(ProviderFailure) -> Value
    ) async throws(ProviderError) -> Revision<Value> {
        var conditional = endpoint
        for (name, text) in validator?.headers ?? [:] { conditional.headers[name] = text }
        return try await value(of: conditional) { answer throws(ProviderFailure) in
            if answer.status == 304, validator != nil { return .unchanged }
            return .changed(try decode(answer), Validator(answer))
        }
    }
}

/// The limits of one request, and of concurrent requests.
package struct RouterLimits: Sendable {
    package var connectTime = Duration.seconds(5)
    /// From the start of the transfer to its last byte.
    package var totalTime = Duration.seconds(20)
    /// The limit for any answer; most endpoints have a lower one. It applies after decompression, so that a small
    /// answer cannot expand into a large one.
    package var bodyBytes = 32 << 20
    package var inFlightPerHost = 4
    /// Further requests are refused at once, because such a queue would only grow.
    package var waitingPerHost = 64
    /// Only redirects to the same scheme, host and port are followed.
    package var redirects = 3

    package init() {}
}
