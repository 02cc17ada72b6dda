/// The work of a server for many terminals that only read.
struct FanOutRun {
    var terminals: Int
    var seconds: Double
    /// How many of the bare loop's terminals note how late messages come.
    var noting = 0

    func tickwire(_ server: ServerProcess, token: [UInt8]) async throws -> Delivering {
        let sinks = try await Sinks(port: server.port, .terminal(token), folder: server.folder)
        defer { sinks.stop() }
        try await sinks.connect(terminals)
        try await Task.sleep(for: .seconds(1))
        _ = try await sinks.count()
        let start = try server.work()
        try await Task.sleep(for: .seconds(seconds))
        let work = try server.work().since(start)
        let seen = try await sinks.count()
        if seen.closed > 0 { throw BenchError.closed("\(seen.closed) of \(terminals)") }
        return Delivering(work)
    }

    /// The bare loop with messages of this size.
    func floor(like server: ServerProcess, bytes: Int, rate: Double) async throws -> Delivering {
        let floor = try await Floor(like: server)
        defer { floor.stop() }
        let sinks = try await Readers(port: floor.port, .none, folder: server.folder, noting: noting)
        defer { sinks.stop() }
        try await sinks.connect(terminals)
        let ticks = Int(seconds * rate)
        let before = floor.usage.cpuSeconds
        try await floor.deliver(ticks: ticks, bytes: bytes, rate: rate)
        let spent = floor.usage.cpuSeconds - before
        // The last messages are still on their way.
        if noting > 0 { try await Task.sleep(for: .milliseconds(500)) }
        let deliveries = Double(ticks * terminals)
        return Delivering(
            cpuSeconds: spent,
            deliveries: deliveries,
            bytes: deliveries * Double(bytes),
            p99: try await sinks.p99()
        )
    }
}
