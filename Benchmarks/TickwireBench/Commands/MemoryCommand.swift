import ArgumentParser
import Shared

struct MemoryCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Server memory per connected idle terminal."
    )

    @Option(help: "Terminals.") var terminals = 10_000
    @Option(help: "Coins.") var coins = 1000

    func measure() async throws -> Section {
        let server = try ServerProcess(coins: coins, rate: 0.01)
        defer { server.stop() }
        let token = try await Crowd(port: server.port, pin: server.pin).token()
        let sinks = try await Sinks(port: server.port, .terminal(token), folder: server.folder)
        defer { sinks.stop() }
        // The first ones pay for what all share.
        try await sinks.connect(50)
        let before = server.usage.residentKiB
        try await sinks.connect(terminals)
        try await Task.sleep(for: .seconds(3))
        let after = server.usage.residentKiB
        let closed = try await sinks.count().closed
        var section = Section("memory terminals=\(terminals)")
        section.add("each idle terminal", (after - before) / Double(terminals), "KiB", .atMost(22))
        section.add("server in all", after / 1024, "MiB")
        section.add("lost", Double(closed), "", .atMost(0))
        return section
    }
}
