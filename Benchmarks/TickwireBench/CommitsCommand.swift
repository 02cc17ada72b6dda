import ArgumentParser
import NIOPosix
import Shared
import TerminalClient

struct CommitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commits",
        abstract: "How many changes of many clients at once share one fsync."
    )

    @Option(help: "Clients, each with a connection of its own.") var clients = 200
    @Option(help: "Changes of each, sent at once.") var changes = 20

    @MainActor
    func run() async throws {
        let server = try ServerProcess(coins: 10, rate: 0.1)
        defer { server.stop() }
        let token = try await Crowd(port: server.port, pin: server.pin).token()
        var target = ServerLink.Target(
            address: ServerAddress(host: "127.0.0.1", port: server.port),
            trust: .pin(server.pin),
            credentials: .token(token),
            deviceName: "bench"
        )
        target.withoutMarket = true
        let terminals = (0..<clients).map { _ in
            HeadlessClient(target: target, group: MultiThreadedEventLoopGroup.singleton)
        }
        let changes = changes
        let (took, commits) = try await withThrowingTaskGroup { links in
            for terminal in terminals {
                links.addTask { try await terminal.run { _ in try await Task.sleep(for: .seconds(600)) } }
            }
            for terminal in terminals { try await terminal.ready(market: false) }
            let before = try server.metric("tickwire_commits_total")
            let took = try await ContinuousClock().measure {
                for terminal in terminals {
                    for number in 0..<changes { terminal.link.user.mutate(.setCoinsOnly(number.isMultiple(of: 2))) }
                }
                for terminal in terminals { try await terminal.untilDelivered() }
            }
            let commits = try server.metric("tickwire_commits_total") - before
            links.cancelAll()
            return (took, commits)
        }
        let all = Double(clients * changes)
        print("commits clients=\(clients) changes=\(clients * changes)")
        print("  fsyncs             \(commits.short)")
        print("  changes_per_fsync  \((all / commits).short)")
        print("  changes_per_s      \((all / (took / .seconds(1))).short)")
    }
}
