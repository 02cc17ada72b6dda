import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// Starts the real server for `ada`, lends it, and stops it in any case.
@MainActor
func withServerBinary<Value: Sendable>(
    in directory: String,
    arguments: [String] = [],
    _ body: @MainActor (ServerBinary) async throws -> Value
) async throws -> Value {
    let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
    if try await administration.names().isEmpty {
        try await administration.add(name: "ada", password: "secret of ada")
    }
    try await administration.close()
    let server = try await ServerBinary.start(in: directory, port: 0, arguments: arguments)
    do {
        let value = try await body(server)
        // A test may have ended its server.
        if let mismatches = try? await server.hashMismatches() { #expect(mismatches == (0, 0)) }
        await server.stop()
        return value
    } catch {
        await server.stop()
        throw error
    }
}

extension ServerBinary {
    /// - Parameter credentials: nil: those of `ada`.
    @MainActor
    func terminal(_ credentials: Hello.Credentials? = nil) -> TestTerminal {
        TestTerminal(
            target: ServerLink.Target(
                address: ServerAddress(host: "127.0.0.1", port: port),
                trust: .pin(pin),
                credentials: credentials ?? .password(name: "ada", password: "secret of ada"),
                deviceName: "test"
            )
        )
    }
}
