import Logging
import MockMarket
import NIOCore
import Shared

@testable import PushServer

/// A fixed moment, so that waiting times can be compared.
let testTime = MarketTime(seconds: 1_700_000_000)

extension RouterLimits {
    /// For tests that are not about time. Where a thousand of them share two cores, an answer may take long.
    static var patient: RouterLimits {
        var limits = RouterLimits()
        (limits.connectTime, limits.totalTime) = (.seconds(600), .seconds(600))
        return limits
    }
}

/// Passes a router whose providers are all at `base` to `body`.
func withRouter<Result>(
    base: String,
    environment: ProviderEnvironment.Name = .qa,
    authorities: String? = nil,
    limits: RouterLimits = .patient,
    now: @escaping @Sendable () -> MarketTime = { testTime },
    _ body: (Router) async throws -> Result
) async throws -> Result {
    let bases = Dictionary(uniqueKeysWithValues: Provider.hosts.map { ($0, base) })
    let router = Router(
        environment: ProviderEnvironment(environment, bases: bases, authorities: authorities),
        limits: limits,
        // At a fixed time, a used budget would never be refilled.
        budgets: RequestBudgets([:]),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        now: now
    )
    do {
        let result = try await body(router)
        await router.shutdown()
        return result
    } catch {
        await router.shutdown()
        throw error
    }
}

/// The same against a server that answers by a function.
func withRouter<Result>(
    limits: RouterLimits = .patient,
    environment: ProviderEnvironment.Name = .qa,
    log: WireLog = WireLog(),
    answering answer: @escaping LoopbackServer.Answer,
    _ body: (Router) async throws -> Result
) async throws -> Result {
    let server = try await LoopbackServer.start(host: "127.0.0.1", port: 0, observe: log.record, answer: answer)
    do {
        let result = try await withRouter(base: server.baseURL, environment: environment, limits: limits, body)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// The same against the mock market, whose prices stand still.
func withMockMarket<Result>(
    coins: Int = 200,
    faults: [Fault] = [],
    limits: RouterLimits = .patient,
    _ body: (Router, MockMarketServer) async throws -> Result
) async throws -> Result {
    var configuration = MockMarketServer.Configuration()
    configuration.market.coins = coins
    let mock = try await MockMarketServer.start(configuration, now: { testTime })
    mock.setFaults(faults)
    do {
        let result = try await withRouter(base: mock.baseURL, limits: limits) { try await body($0, mock) }
        await mock.stop()
        return result
    } catch {
        await mock.stop()
        throw error
    }
}

/// The failure that `body` ends in. (A closure's typed throws are not inferred, hence the cast.)
func failure<Value>(_ body: () async throws -> Value) async -> ProviderFailure? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? ProviderError)?.failure
    }
}

extension ProviderFailure {
    /// The words of a refused or broken connection are the operating system's.
    var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
}

extension HTTPAnswer {
    init(_ status: Int = 200, text: String, headers: [String: String] = [:], retryAt: MarketTime? = nil) {
        self.init(status: status, headers: headers, body: Array(text.utf8), arrived: testTime, retryAt: retryAt)
    }
}
