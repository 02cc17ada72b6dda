import ArgumentParser
import Shared

struct MutationsCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "mutations",
        abstract: "Changes confirmed durable in a second, how long each takes, and how many share an fsync."
    )

    @Option(help: "Terminals, each with one change under way at any time.") var terminals = 200
    @Option(help: "Users among whom they are divided: a change is told to all terminals of its user.") var users = 100
    @Option(help: "Changes of each terminal.") var changes = 150
    @Option(help: "Favorites of each user.") var favorites = 0
    @Option(help: "Removed favorites of each user that the server remembers.") var removed = 0
    @Option(help: "The address of an empty PostgreSQL database; without it, the server keeps its users in SQLite.")
    var store: String?

    func measure() async throws -> Section {
        let server = try ServerProcess(coins: 10, rate: 0.1, users: users, store: store)
        defer { server.stop() }
        let crowd = try Crowd(port: server.port, pin: server.pin)
        var tokens: [[UInt8]] = []
        for user in 0..<users { tokens.append(try await crowd.token(of: ServerProcess.user(user))) }
        try await crowd.fill(favorites: favorites, removed: removed, tokens: tokens)
        let before = try server.metric("tickwire_commits_total")
        let cpuBefore = server.usage.cpuSeconds
        var times: [Double] = []
        let took = try await ContinuousClock().measure {
            times = try await crowd.mutate(terminals: terminals, changes: changes, tokens: tokens)
        }
        let commits = try server.metric("tickwire_commits_total") - before
        let cpu = server.usage.cpuSeconds - cpuBefore
        try await crowd.stop()
        let all = Double(terminals * changes)
        var section = Section(title)
        section.add(
            "confirmed durable in a second",
            all / (took / .seconds(1)),
            "",
            .atLeast(store == nil ? 3000 : 5000)
        )
        section.add("CPU of the server for each, with its part of the connects", cpu / all * 1e6, "us")
        section.add("change to confirmed", Distribution(times), "ms", p99: .atMost(60))
        section.add("changes that share an fsync", all / commits, "")
        return section
    }

    private var title: String {
        let tables = favorites + removed > 0 ? " favorites=\(favorites) removed=\(removed)" : ""
        let database = store == nil ? "" : " store=postgres"
        return "mutations terminals=\(terminals) users=\(users) changes=\(terminals * changes)\(tables)\(database)"
    }
}
