import Foundation
import Shared

/// Runs the bare OpenSSL loop against the same crowd.
enum Floor {
    /// - Returns: CPU microseconds per delivery.
    static func measure(
        connections: Int,
        bytes: Int,
        ticks: Int,
        rate: Double,
        server: ServerProcess
    ) async throws -> Double {
        let process = Process()
        process.executableURL = try ServerProcess.program("tickwire-bench-floor")
        process.arguments = [
            server.directory + "/tls-certificate.pem", server.directory + "/tls-key.pem", "\(connections)", "\(bytes)",
            "\(ticks)", "\(rate)",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        guard let port = try ServerProcess.readyLine(output).split(separator: " ").last.flatMap({ Int($0) }) else {
            throw BenchError.serverDidNotStart
        }
        let crowd = try Crowd(port: port, pin: server.pin)
        try await crowd.connectSinks(connections)
        let result = try ServerProcess.readyLine(output).split(separator: " ").last.flatMap { Double($0) }
        process.waitUntilExit()
        try await crowd.stop()
        guard let result else { throw BenchError.serverDidNotStart }
        return result
    }
}
