import ArgumentParser
import Shared

struct FanOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fanout",
        abstract: "Server CPU per delivery against the bare OpenSSL loop, and the time from tick to terminal."
    )

    @Option(help: "Terminals.") var terminals = 500
    @Option(help: "Coins; a quarter of them changes with each tick.") var coins = 1000
    @Option(help: "Ticks per second.") var rate = 4.0
    @Option(help: "Seconds of each measurement.") var seconds = 15.0
    @Option(help: "Runs; the median is reported.") var runs = 3

    func run() async throws {
        var (marginal, total, floors, ratios) = ([Double](), [Double](), [Double](), [Double]())
        var delays: [Double] = []
        for _ in 0..<runs {
            let server = try ServerProcess(coins: coins, rate: rate)
            defer { server.stop() }
            let run = try await measure(server)
            marginal.append(run.marginal)
            total.append(run.total)
            floors.append(run.floor)
            ratios.append(run.marginal / run.floor)
            delays += run.delays
        }
        let delay = Distribution(delays)
        print("fanout terminals=\(terminals) coins=\(coins) rate=\(rate) runs=\(runs) (medians)")
        print("  cpu_us_per_delivery            \(Distribution(marginal).median.short)")
        print("  cpu_us_per_delivery_with_feed  \(Distribution(total).median.short)")
        print("  floor_us_per_delivery          \(Distribution(floors).median.short)")
        print("  ratio_to_floor                 \(Distribution(ratios).median.short)")
        print(
            "  tick_to_terminal_ms  p50 \(delay.median.short)  p99 \(delay.percentile(99).short)  max \(delay.percentile(100).short)"
        )
    }

    private struct Run {
        /// Without what the server spends on the market whether anybody listens or not.
        var marginal: Double
        var total: Double
        var floor: Double
        var delays: [Double]
    }

    private func measure(_ server: ServerProcess) async throws -> Run {
        try await Task.sleep(for: .seconds(2))
        let alone = try await cpu(of: server)
        let crowd = try Crowd(port: server.port, pin: server.pin)
        try await crowd.connect(terminals, token: try await crowd.token())
        try await Task.sleep(for: .seconds(2))
        crowd.reset()
        let serving = try await cpu(of: server)
        let seen = crowd.seen
        try await crowd.stop()
        if seen.closed > 0 { throw BenchError.closed("\(seen.closed) of \(terminals)") }
        let bytes = seen.diffBytes / max(1, seen.diffs) + 4
        let floor = try await Floor.measure(
            connections: terminals,
            bytes: bytes,
            ticks: Int(seconds * rate),
            rate: rate,
            server: server
        )
        let deliveries = Double(seen.diffs)
        return Run(
            marginal: (serving - alone) / deliveries * 1e6,
            total: serving / deliveries * 1e6,
            floor: floor,
            delays: seen.delays
        )
    }

    private func cpu(of server: ServerProcess) async throws -> Double {
        let before = server.usage.cpuSeconds
        try await Task.sleep(for: .seconds(seconds))
        return server.usage.cpuSeconds - before
    }
}
