import ArgumentParser
import Shared

struct ConnectCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Server CPU per connection: handshakes against the bare OpenSSL loop's, full and resumed, and logins."
    )

    @Option(help: "Connections of each kind.") var connections = 1000
    @Option(help: "The server's event loops, if not one for each core.") var eventLoops: Int?
    @Option(help: "Runs; medians are reported.") var runs = 5

    /// Microseconds of CPU for each connection.
    private struct Cost {
        var full: Double
        var fullInKernel: Double
        var resumed: Double
    }

    func measure() async throws -> Section {
        var (floors, handshakes, logins, ratios, resumedRatios) =
            ([Cost](), [Cost](), [Cost](), [Double](), [Double]())
        for _ in 0..<runs {
            let server = try ServerProcess(coins: 10, rate: 0.1, eventLoops: eventLoops)
            defer { server.stop() }
            let token = try await Crowd(port: server.port, pin: server.pin).token()
            let floor = try await floor(like: server)
            let handshake = try await cost(of: server, .none)
            let login = try await cost(of: server, .terminal(token, withoutMarket: true))
            floors.append(floor)
            handshakes.append(handshake)
            logins.append(login)
            ratios.append(handshake.full / floor.full)
            resumedRatios.append(handshake.resumed / floor.resumed)
        }
        let loops = eventLoops.map { " event-loops=\($0)" } ?? ""
        var section = Section("connect connections=\(connections)\(loops) runs=\(runs)")
        for (name, costs) in [("bare OpenSSL loop", floors), ("handshake", handshakes), ("up to Welcome", logins)] {
            section.add("\(name), full", costs.map(\.full).median, "us")
            section.add("\(name), full, in the kernel", costs.map(\.fullInKernel).median, "us")
            section.add("\(name), resumed", costs.map(\.resumed).median, "us")
        }
        section.add("handshake to the bare loop's", ratios.median, "", .atMost(1.3))
        section.add("resumed handshake to the bare loop's resumed one", resumedRatios.median, "", .atMost(1.1))
        return section
    }

    private func floor(like server: ServerProcess) async throws -> Cost {
        let floor = try await Floor(like: server)
        defer { floor.stop() }
        return try await cost(of: floor.usage, port: floor.port, .none, folder: server.folder)
    }

    private func cost(of server: ServerProcess, _ subscription: Subscription) async throws -> Cost {
        try await cost(of: server.usage, port: server.port, subscription, folder: server.folder)
    }

    /// The server also reads a market of ten coins, which costs too little to matter.
    private func cost(
        of usage: ProcessUsage,
        port: Int,
        _ subscription: Subscription,
        folder: TemporaryFolder
    ) async throws -> Cost {
        let sinks = try await Sinks(port: port, subscription, folder: folder)
        defer { sinks.stop() }
        // The first connections pay for shared resources.
        try await sinks.connect(50)
        try await Task.sleep(for: .milliseconds(300))
        let kernelBefore = usage.kernelSeconds
        let full = try await cost(of: usage) { try await sinks.connect(connections) }
        let fullInKernel = (usage.kernelSeconds - kernelBefore) / Double(connections) * 1e6
        try await sinks.drop()
        try await Task.sleep(for: .milliseconds(500))
        let resumed = try await cost(of: usage) { try await sinks.resume(connections) }
        return Cost(full: full, fullInKernel: fullInKernel, resumed: resumed)
    }

    /// The cost in microseconds of CPU for each connection.
    private func cost(of usage: ProcessUsage, _ work: () async throws -> Void) async throws -> Double {
        let before = usage.cpuSeconds
        try await work()
        try await Task.sleep(for: .milliseconds(300))
        return (usage.cpuSeconds - before) / Double(connections) * 1e6
    }
}
