/// The bare OpenSSL loop, the lower bound for any server.
struct Floor {
    private let process: Helper
    let port: Int

    /// - Parameter server: the server whose certificate is used, so that handshakes cost the same.
    init(like server: ServerProcess) async throws {
        process = try Helper(
            ServerProcess.program("tickwire-bench-floor"),
            ["tls-certificate.pem", "tls-key.pem"].map { server.directory + "/" + $0 }
        )
        guard let port = try await process.line().split(separator: " ").last.flatMap({ Int($0) }) else {
            throw BenchError.serverDidNotStart
        }
        self.port = port
    }

    var usage: ProcessUsage { process.usage }

    func deliver(ticks: Int, bytes: Int, rate: Double) async throws {
        _ = try await process.ask("ticks \(ticks) \(bytes) \(rate)")
    }

    func stop() { process.stop() }
}
