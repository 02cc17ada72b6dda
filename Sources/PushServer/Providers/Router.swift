package import Logging
package import Shared

/// Builds the requests that endpoints describe and sends them through libcurl.
///
/// One per server. All transfers run on one thread of their own; `shutdown()` must be called once to end it.
package final class Router: Sendable {
    private let environment: ProviderEnvironment
    private let limits: RouterLimits
    private let logger: Logger
    private let now: @Sendable () -> MarketTime
    private let recorder: AnswerRecorder?
    private let budgets: RequestBudgets
    private let loop: TransferLoop

    /// - Parameters:
    ///   - budgets: how often each provider may be asked.
    ///   - recorder: is told of every answer.
    package init(
        environment: ProviderEnvironment,
        limits: RouterLimits = RouterLimits(),
        budgets: RequestBudgets = RequestBudgets(),
        logger: Logger,
        recorder: AnswerRecorder? = nil,
        now: @escaping @Sendable () -> MarketTime = { .now }
    ) {
        self.environment = environment
        self.limits = limits
        self.budgets = budgets
        self.logger = logger
        self.now = now
        self.recorder = recorder
        loop = TransferLoop(inFlightPerHost: limits.inFlightPerHost, waitingPerHost: limits.waitingPerHost)
    }

    /// Asks and decodes, away from the caller's actor and from every event loop.
    @concurrent
    package func value<Value: Sendable>(
        of endpoint: Endpoint,
        decode: @Sendable (HTTPAnswer) throws(ProviderFailure) -> Value
    ) async throws(ProviderError) -> Value {
        let answer = try await answer(to: endpoint)
        do {
            return try decode(answer)
        } catch {
            if case .rateLimited(let until) = error { budgets.hold(endpoint, until: until) }
            throw failed(endpoint, error)
        }
    }

    /// The answer with any status. Cancelling the calling task cancels the transfer.
    /// - Throws: also `.rateLimited` without asking, when the provider's budget is spent.
    package func answer(to endpoint: Endpoint) async throws(ProviderError) -> HTTPAnswer {
        guard let base = environment.base(of: endpoint.provider) else {
            throw failed(endpoint, .unavailable("no address is configured for it in \(environment.name.rawValue)"))
        }
        if case .wait(let until) = budgets.take(endpoint, at: now()) {
            throw failed(endpoint, .rateLimited(until: until))
        }
        let request = TransferRequest(endpoint, base: base, limits: limits, environment: environment)
        do {
            let answer = HTTPAnswer(try await loop.transfer(request), arrived: now())
            logger.debug("provider answered", metadata: metadata(endpoint, answer))
            recorder?.record(endpoint, answer)
            return answer
        } catch {
            throw failed(endpoint, ProviderFailure(error))
        }
    }

    /// Cancels what is under way and joins the thread; what was to be recorded is on disk then.
    package func shutdown() async {
        await loop.shutdown()
        await recorder?.finish()
    }

    private func failed(_ endpoint: Endpoint, _ failure: ProviderFailure) -> ProviderError {
        let error = ProviderError(endpoint, failure)
        logger.debug("provider failed", metadata: ["provider": "\(error.provider)", "error": "\(error)"])
        return error
    }

    private func metadata(_ endpoint: Endpoint, _ answer: HTTPAnswer) -> Logger.Metadata {
        [
            "provider": "\(endpoint.provider)", "endpoint": "\(endpoint)", "status": "\(answer.status)",
            "bytes": "\(answer.body.count)",
        ]
    }
}
