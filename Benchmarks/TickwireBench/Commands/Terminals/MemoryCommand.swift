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
        let floor = try await Floor(like: server)
        defer { floor.stop() }
        let bare = try await memory(of: floor.usage, port: floor.port, .none, server.folder)
        let own = try await memory(of: server.usage, port: server.port, .terminal(token), server.folder)
        var section = Section("memory terminals=\(terminals)")
        section.add("each idle terminal", own.kibEach, "KiB", .atMost(22))
        section.add("each of the bare OpenSSL loop's", bare.kibEach, "KiB")
        section.add("server in all", own.mib, "MiB")
        section.add("lost", Double(own.lost), "", .atMost(0))
        return section
    }

    private func memory(
        of usage: ProcessUsage,
        port: Int,
        _ subscription: Subscription,
        _ folder: TemporaryFolder
    ) async throws -> (kibEach: Double, mib: Double, lost: Int) {
        let sinks = try await Sinks(port: port, subscription, folder: folder)
        defer { sinks.stop() }
        // The first connections pay for shared resources.
        try await sinks.connect(50)
        let before = usage.residentKiB
        try await sinks.connect(terminals)
        try await Task.sleep(for: .seconds(3))
        let after = usage.residentKiB
        return ((after - before) / Double(terminals), after / 1024, try await sinks.count().closed)
    }
}
