import Foundation
import Logging
import MockMarket
import PushServer
import Shared

/// The way in from providers, without the server, and without the patience that real ones ask for.
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

/// The mock platform in this process, which ticks when told to.
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

/// The mock platform as a process of its own, so that this one's memory is the market's.
final class MockProcess {
    let base: String
    private let process = Process()

    init(coins: Int) throws {
        process.executableURL = try ServerProcess.program("tickwire-server")
        process.arguments = ["mock", "--listen", "127.0.0.1:0", "--coins", "\(coins)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = try output.readLine()
        guard let listen = line.split(separator: "=").last else { throw BenchError.serverDidNotStart }
        base = "http://\(listen)"
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}

/// CPU time of the calling thread, in milliseconds: other programs on the machine do not count.
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
