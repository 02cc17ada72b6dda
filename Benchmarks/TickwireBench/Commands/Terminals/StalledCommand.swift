import ArgumentParser
import Shared

struct StalledCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "stalled",
        abstract: "What terminals that stop reading cost the server, and those that read."
    )

    @Option(help: "Terminals that read.") var live = 1000
    @Option(help: "Terminals that stop after their snapshot.") var stalled = 1000
    @Option(help: "Coins.") var coins = 1000
    @Option(help: "Ticks per second.") var rate = 4.0
    @Option(help: "Seconds of each measurement: who reads nothing for 35 is disconnected.") var seconds = 20.0
    @Option(help: "Runs, alone and beside by turns; what was measured is put together.") var runs = 5
    /// Enough time, because stalled terminals have small windows.
    private static let secondsToFill = 12.0

    private struct Run {
        /// In milliseconds.
        var alone, beside: [Double]
        /// The memory of each stalled terminal in KiB.
        var memory: Double
        var behind: Double
    }

    func measure() async throws -> Section {
        var all: [Run] = []
        for _ in 0..<runs { all.append(try await run()) }
        let (alone, beside) = (Distribution(all.flatMap(\.alone)), Distribution(all.flatMap(\.beside)))
        var section = Section("stalled live=\(live) stalled=\(stalled) rate=\(rate) runs=\(runs)")
        section.add("live ones alone, p50", alone.median, "ms")
        section.add("live ones alone, p99", alone.percentile(99), "ms")
        section.add("beside stalled ones, p50", beside.median, "ms")
        section.add("beside stalled ones, p99", beside.percentile(99), "ms", .atMost(alone.percentile(99) * 1.2))
        section.add("each stalled one", all.map(\.memory).median, "KiB", .atMost(22 + 64))
        section.add("of them behind, and connected", all.map(\.behind).min() ?? 0, "")
        return section
    }

    private func run() async throws -> Run {
        let server = try ServerProcess(coins: coins, rate: rate)
        defer { server.stop() }
        let (crowd, others) = (
            try Crowd(port: server.port, pin: server.pin), try Crowd(port: server.port, pin: server.pin)
        )
        let token = try await crowd.token()
        try await crowd.connect(live, token: token)
        let alone = try await delays(of: crowd)
        let before = server.usage.residentKiB
        try await others.connectStalled(stalled, token: token)
        // Wait until the kernel's buffers are full, too.
        try await Task.sleep(for: .seconds(Self.secondsToFill))
        let beside = try await delays(of: crowd)
        let memory = (server.usage.residentKiB - before) / Double(stalled)
        let behind = try server.metric("tickwire_connections_behind")
        try await others.stop()
        try await crowd.stop()
        return Run(alone: alone, beside: beside, memory: memory, behind: behind)
    }

    /// Measures over the time between two listings of the mock market. A listing's tick changes all rows, so each
    /// window must contain one.
    private func delays(of crowd: Crowd) async throws -> [Double] {
        crowd.reset()
        try await Task.sleep(for: .seconds(seconds))
        return crowd.seen.delays
    }
}
