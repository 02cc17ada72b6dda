import Logging
import MockMarket
import Shared
import Synchronization
import TestSupport

@testable import PushServer

/// A mock market, and a router with budgets that asks it.
struct PaceStage: Sendable {
    let router: Router
    let mock: MockMarketServer
    let time: ManualTime
    let log: RequestLog

    final class RequestLog: Sendable {
        private let paths = Mutex<[String]>([])

        func record(_ event: LoopbackServer.Event) {
            if case .requested(_, let path) = event { paths.withLock { $0.append(path) } }
        }

        func count(_ path: String) -> Int { paths.withLock { $0.count { $0 == path } } }
    }

    /// - Parameter clock: the clock for waits; nil: waits take no time.
    static func with(
        budgets: RequestBudgets = RequestBudgets(),
        faults: [String] = [],
        clock: (any Clock<Duration>)? = nil,
        _ body: (PaceStage) async throws -> Void
    ) async throws {
        let (time, log) = (ManualTime(testTime), RequestLog())
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = 60
        configuration.faults = try faults.map { try Fault(rule: $0) }
        let mock = try await MockMarketServer.start(configuration, now: { time.now }, observe: log.record)
        let router = Router(
            environment: .qa(at: mock.baseURL),
            limits: .patient,
            budgets: budgets,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: clock ?? LeapClock(time),
            now: { time.now }
        )
        let result: Result<Void, any Error>
        do {
            try await body(PaceStage(router: router, mock: mock, time: time, log: log))
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await router.shutdown()
        await mock.stop()
        try result.get()
    }
}
