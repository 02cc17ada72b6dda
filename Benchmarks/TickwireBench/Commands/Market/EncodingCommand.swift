import ArgumentParser
import Shared

struct EncodingCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "encoding",
        abstract: "Bytes on the wire: a tick per changed row, and a snapshot."
    )

    @Option(help: "Coins; a quarter of them changes with each tick.") var coins = 1000
    @Option(help: "Seconds of ticks.") var seconds = 30.0

    func measure() async throws -> Section {
        let server = try ServerProcess(coins: coins, rate: 4)
        defer { server.stop() }
        let crowd = try Crowd(port: server.port, pin: server.pin, measuresDiffs: true)
        try await crowd.connect(1, token: try await crowd.token())
        let snapshot = crowd.seen.snapshotBytes
        try await Task.sleep(for: .seconds(seconds))
        let sizes = crowd.seen.diffSizes.filter { $0.rows > 0 }
        let perRow = Distribution(sizes.map { Double($0.bytes) / Double($0.rows) })
        let all = Double(sizes.reduce(0) { $0 + $1.bytes }) / Double(max(1, sizes.reduce(0) { $0 + $1.rows }))
        try await crowd.stop()
        var section = Section("encoding coins=\(coins) ticks=\(sizes.count)")
        section.add("changed rows in a tick, p50", Distribution(sizes.map { Double($0.rows) }).median, "")
        section.add("body per changed row, mean", all, "B", .atMost(8))
        section.add("body per changed row, p99", perRow.percentile(99), "B")
        section.add("snapshot", Double(snapshot) / 1000, "kB", .atMost(80))
        return section
    }
}
