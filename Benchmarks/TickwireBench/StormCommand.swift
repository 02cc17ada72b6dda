import ArgumentParser
import Shared

struct StormCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storm",
        abstract: "A crash, and all terminals back at once: how long it takes, who is refused, which tick is late."
    )

    @Option(help: "Terminals.") var terminals = 2000
    @Option(help: "Coins.") var coins = 1000
    @Option(help: "Ticks per second.") var rate = 4.0
    @Option(help: "Seconds to watch after the last one is back.") var seconds = 10.0

    func run() async throws {
        let first = try ServerProcess(coins: coins, rate: rate)
        let crowd = try Crowd(port: first.port, pin: first.pin)
        let token = try await crowd.token()
        try await crowd.connect(terminals, token: token)
        first.crash()
        while crowd.seen.closed < terminals { try await Task.sleep(for: .milliseconds(20)) }
        crowd.reset()
        let server = try ServerProcess(coins: coins, rate: rate, after: first)
        defer { server.stop() }
        let clock = ContinuousClock()
        let back = try await clock.measure { try await crowd.storm(terminals, token: token) }
        let during = Distribution(crowd.seen.delays)
        let refused = crowd.seen.closed
        crowd.reset()
        try await Task.sleep(for: .seconds(seconds))
        let after = Distribution(crowd.seen.delays)
        print("storm terminals=\(terminals) rate=\(rate)")
        print("  all_back_s          \((back / .seconds(1)).short)")
        print("  refused             \(refused + crowd.seen.closed)")
        print("  tick_ms_meanwhile   p99 \(during.percentile(99).short)  max \(during.percentile(100).short)")
        print("  tick_ms_afterwards  p99 \(after.percentile(99).short)  max \(after.percentile(100).short)")
        try await crowd.stop()
    }
}
