import Foundation
import Logging
import MockMarket
import PushServer
import Shared

/// The path from providers into the server, without the server and without the providers' rate limits.
struct ProviderRouter {
    let router: Router

    init(base: String) {
        router = Router(
            environment: .qa(at: base),
            budgets: RequestBudgets([:]),
            logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        )
    }
}

/// The mock platform in this process. It ticks on command.
struct ProviderMarket {
    let mock: MockMarketServer
    let router: Router

    init(coins: Int) async throws {
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = coins
        mock = try await MockMarketServer.start(configuration)
        router = ProviderRouter(base: mock.baseURL).router
    }

    func stop() async {
        await router.shutdown()
        await mock.stop()
    }
}

/// The mock platform in a separate process, so that it does not count in this process's memory.
final class MockProcess {
    let base: String
    private let process = Process()

    /// - Parameters:
    ///   - rate: ticks per second.
    ///   - yields: whether it has the lowest priority, because it stands in for another machine. Its answers then come
    ///     later.
    init(coins: Int, rate: Double = 4, yields: Bool = false) throws {
        let program = try ServerProcess.program("tickwire-server")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            (yields ? ["nice", "-n", "19"] : []) + [
                program.path, "mock", "--listen", "127.0.0.1:0", "--coins", "\(coins)", "--rate", "\(rate)",
            ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = try output.readLine()
        guard let listen = line.split(separator: "=").last else { throw BenchError.serverDidNotStart }
        base = "http://\(listen)"
    }

    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }
}

/// The CPU time of the calling thread in milliseconds, which other programs do not affect.
func cpuMilliseconds(_ body: () throws -> Void) rethrows -> Double {
    let began = threadTime()
    try body()
    return threadTime() - began
}

private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
