import ArgumentParser
import Shared

struct ResumeCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "How long a terminal waits for the market: a snapshot, and a diff where it has been before."
    )

    @Option(help: "How often each.") var rounds = 300
    @Option(help: "Coins.") var coins = 1000

    /// How many ticks a resuming terminal has missed. With none, it would have to wait for the next tick.
    private static let ticksAway: UInt64 = 8

    func measure() async throws -> Section {
        let server = try ServerProcess(coins: coins, rate: 4)
        defer { server.stop() }
        let crowd = try Crowd(port: server.port, pin: server.pin)
        let token = try await crowd.token()
        var (snapshots, diffs) = (Distribution(), Distribution())
        for _ in 0..<rounds {
            let whole = try await crowd.arrive(token: token, resume: nil)
            snapshots.record(whole.milliseconds)
            var position = whole.position
            position.sequence -= min(position.sequence, Self.ticksAway)
            diffs.record(try await crowd.arrive(token: token, resume: position).milliseconds)
        }
        try await crowd.stop()
        var section = Section("resume rounds=\(rounds) coins=\(coins)")
        section.add("connect to whole snapshot", snapshots, "ms")
        section.add("connect to up to date by diff", diffs, "ms")
        return section
    }
}
