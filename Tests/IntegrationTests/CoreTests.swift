import Foundation
import Testing

/// A crash leaves no core file, which would hold everything that the program knew.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoreTests {
    @Test func theServerLeavesNoCore() async throws {
        try await withTemporaryDirectory { directory in
            let server = try await ServerBinary.start(in: directory, port: 0)
            let core = try server.systemLimits.core
            await server.stop()
            expectNone(core)
        }
    }

    @Test func theTerminalLeavesNoCore() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let program = try await server.openTickwire(in: directory)
                try await program.until(shows: "BTC")
                let core = try program.systemLimits.core
                program.send(SIGTERM)
                _ = await program.ended()
                expectNone(core)
            }
        }
    }

    /// A limit of 1 byte is too small for a core, and also keeps a core handler from collecting one.
    private func expectNone(_ core: (own: String, most: String)?) {
        #expect(core?.own == (core?.most == "0" ? "0" : "1"))
    }
}
