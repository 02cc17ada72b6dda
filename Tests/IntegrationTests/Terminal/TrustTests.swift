import Foundation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer

/// A server's key as a user sees it, from the first connection to a change of the key.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TrustTests {
    @Test func anUnknownKeyIsAskedAboutAndAChangedOneIsRefused() async throws {
        try await withTemporaryDirectory { directory in
            let first = try IssuedCertificate(in: directory + "/first")
            let second = try IssuedCertificate(in: directory + "/second")
            try FileManager.default.createDirectory(atPath: directory + "/profile", withIntermediateDirectories: false)
            try await withServer(in: directory, configure: { $0.certificate = first.files }) { server in
                try await withTickwire(server, in: directory) { program in
                    try await program.until(shows: "Password")
                    program.type("ada\rsecret of ada\r")
                    try await program.until { shows(first.pin, $0.text) }
                    let store = server.server.resources.store
                    let account = try #require(try await store.account(named: UserName(stored: "ada"))).0
                    let devices = try await store.devices(of: account.id)
                    #expect(devices.isEmpty, "no password has gone out")
                    program.type("y")
                    try await program.until(shows: "BTC")
                }
                try await withTickwire(server, in: directory) { program in
                    try await program.until(shows: "BTC")
                }
                try second.replace(first)
                server.server.reloadCertificate()
                try await withTickwire(server, in: directory) { program in
                    try await program.until { shows(first.pin, $0.text) && shows(second.pin, $0.text) }
                    #expect(!program.screen.text.contains("BTC"))
                }
            }
        }
    }

    /// Finds the pin also where the text breaks it into lines.
    private func shows(_ pin: PublicKeyPin, _ text: String) -> Bool {
        text.filter { !$0.isWhitespace && $0 != "│" }.contains("\(pin)")
    }

    private func withTickwire(
        _ server: TestServer,
        in directory: String,
        _ body: @MainActor (TerminalProgram) async throws -> Void
    ) async throws {
        let program = try await server.openTickwire(in: directory, size: Size(width: 140, height: 40))
        try await body(program)
        program.send(SIGTERM)
        _ = await program.ended()
    }
}
