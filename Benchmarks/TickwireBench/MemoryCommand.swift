import ArgumentParser
import Shared

struct MemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Server memory per connected idle terminal."
    )

    @Option(help: "Terminals.") var terminals = 2000
    @Option(help: "Coins.") var coins = 1000

    func run() async throws {
        let server = try ServerProcess(coins: coins, rate: 0.01)
        defer { server.stop() }
        let crowd = try Crowd(port: server.port, pin: server.pin)
        let token = try await crowd.token()
        // The first ones pay for what all share.
        try await crowd.connect(50, token: token)
        let before = server.usage.residentKiB
        crowd.reset()
        try await crowd.connect(terminals, token: token)
        try await Task.sleep(for: .seconds(3))
        let after = server.usage.residentKiB
        print("memory terminals=\(terminals)")
        print("  kib_per_terminal  \(((after - before) / Double(terminals)).short)")
        print("  server_mib        \((after / 1024).short)")
        try await crowd.stop()
    }
}
