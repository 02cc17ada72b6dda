import Foundation

/// Many subscribers in a separate process that only read and count.
struct Sinks {
    private let process: Helper

    var usage: ProcessUsage { process.usage }

    /// - Parameter notes: whether they note how late messages come.
    init(port: Int, _ subscription: Subscription, folder: TemporaryFolder, notes: Bool = false) async throws {
        var arguments = ["\(port)"]
        if notes { arguments.append("--note") }
        if let alpn = subscription.alpn { arguments += ["--alpn", alpn] }
        if !subscription.request.isEmpty { arguments += ["--request", try folder.file(subscription.request)] }
        if let unique = subscription.unique { arguments += ["--unique", "\(unique.lowerBound)", "\(unique.count)"] }
        if !subscription.alive.isEmpty { arguments += ["--alive", try folder.file(subscription.alive)] }
        if subscription.startsTLS { arguments.append("--starttls") }
        if subscription.isPlain { arguments.append("--plain") }
        process = try Helper(ServerProcess.program("tickwire-bench-sinks"), arguments)
        _ = try await process.line()
    }

    /// Connects one after another, each with a full handshake.
    func connect(_ count: Int) async throws { _ = try await process.ask("connect \(count)") }

    /// Connects with session tickets of earlier connections.
    func resume(_ count: Int) async throws { _ = try await process.ask("resume \(count)") }

    /// Sends a file on the first connection.
    func send(_ file: String) async throws { _ = try await process.ask("send \(file)") }

    /// Drops all connections without a goodbye.
    func drop() async throws { _ = try await process.ask("drop") }

    /// The counts since the last call.
    func count() async throws -> (bytes: Int, closed: Int) {
        let fields = try await process.ask("count")
        guard fields.count == 4, let bytes = Int(fields[1]), let closed = Int(fields[3]) else {
            throw BenchError.serverDidNotStart
        }
        return (bytes, closed)
    }

    /// How late messages came since the last call, at the 99th percentile, in milliseconds.
    func p99() async throws -> Double {
        let fields = try await process.ask("delays")
        guard fields.count == 6, let delay = Double(fields[3]) else { throw BenchError.serverDidNotStart }
        return delay
    }

    func stop() { process.stop() }
}
