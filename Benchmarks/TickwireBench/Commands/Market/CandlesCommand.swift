import ArgumentParser
import Foundation
import Shared
import TerminalClient

struct CandlesCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "candles",
        abstract: "How long a terminal waits for a chart that the server has kept."
    )

    @Option(help: "Candles of the chart.") var count = 300
    @Option(help: "How often it is opened.") var rounds = 500

    func measure() async throws -> Section {
        // Keep the market nearly still, because only the answer is measured.
        let server = try ServerProcess(coins: 1000, rate: 0.1)
        defer { server.stop() }
        let crowd = try Crowd(port: server.port, pin: server.pin)
        let times = try await crowd.chartTimes(
            ChartRequest(coin: CoinID(1), interval: .minute, count: count),
            rounds: rounds,
            token: try await crowd.token()
        )
        try await crowd.stop()
        var section = Section("candles count=\(count) rounds=\(rounds)")
        section.add("the first time", times[0], "ms")
        section.add("kept", Distribution(times.dropFirst()), "ms", p99: .atMost(2))
        return section
    }
}
