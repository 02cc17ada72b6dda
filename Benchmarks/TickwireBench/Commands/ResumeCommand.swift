import ArgumentParser
import Shared

struct ResumeCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "How long a terminal waits for the market: a snapshot, and a diff where it has been before."
    )

    @Option(help: "How often each.") var rounds = 300
    @Option(help: "Coins.") var coins = 1000

    func measure() async throws -> Section {
        let server = try ServerProcess(coins: coins, rate: 4)
        defer { server.stop() }
        let crowd = try Crowd(port: server.port, pin: server.pin)
        let token = try await crowd.token()
        var (snapshots, diffs) = (Distribution(), Distribution())
        var position: MarketPosition?
        for _ in 0..<rounds {
            let whole = try await crowd.arrive(token: token, resume: nil)
            snapshots.record(whole.milliseconds)
            let resumed = try await crowd.arrive(token: token, resume: position ?? whole.position)
            if position != nil { diffs.record(resumed.milliseconds) }
            position = whole.position
        }
        try await crowd.stop()
        var section = Section("resume rounds=\(rounds) coins=\(coins)")
        section.add("connect to whole snapshot", snapshots, "ms")
        section.add("connect to up to date by diff", diffs, "ms")
        return section
    }
}
