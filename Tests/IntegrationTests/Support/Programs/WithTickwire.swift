import Foundation
import TerminalKit
import Testing

/// Runs the program in a pty with its own server. Afterwards it ends the program if it still runs, and checks the
/// terminal.
/// - Parameters:
///   - config: the text of the user's configuration file; nil: no file.
///   - coins: the number of coins in the server's market.
@MainActor
func withTickwire(
    _ arguments: [String] = [],
    shell: String? = nil,
    config: String? = nil,
    environment: [String: String] = [:],
    size: Size = Size(width: 80, height: 24),
    coins: Int = 60,
    _ body: @MainActor (TerminalProgram) async throws -> Void
) async throws {
    try await withServerAndTickwire(
        arguments,
        shell: shell,
        config: config,
        environment: environment,
        size: size,
        coins: coins
    ) {
        try await body($1)
    }
}

/// The same for tests that need the server, too.
@MainActor
func withServerAndTickwire(
    _ arguments: [String] = [],
    shell: String? = nil,
    config: String? = nil,
    environment: [String: String] = [:],
    size: Size = Size(width: 80, height: 24),
    coins: Int = 60,
    _ body: @MainActor (TestServer, TerminalProgram) async throws -> Void
) async throws {
    try await withTemporaryDirectory { directory in
        try await withServer(in: directory, coins: coins) { server in
            try await server.logIn(profile: directory + "/profile")
            try config?.write(toFile: directory + "/profile/config.yaml", atomically: true, encoding: .utf8)
            let program = try await server.openTickwire(
                arguments,
                shell: shell,
                in: directory,
                environment: environment,
                size: size
            )
            try await body(server, program)
            program.send(SIGTERM)
            _ = await program.ended()
            #expect(program.leftovers == [])
        }
    }
}
