import Foundation
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// A new certificate, announced by a signal or found by polling, is shown to new connections and ends none.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReloadTests {
    private func target(_ port: Int, _ pin: PublicKeyPin) -> ServerLink.Target {
        ServerLink.Target(
            address: ServerAddress(host: "127.0.0.1", port: port),
            trust: .pin(pin),
            credentials: .password(name: "ada", password: "secret of ada"),
            deviceName: "reload"
        )
    }

    /// Connects with a new pin until the server shows the key that matches it.
    private func untilShown(_ pin: PublicKeyPin, port: Int) async throws {
        while true {
            let terminal = TestTerminal(target: target(port, pin))
            let isReady = try await terminal.running {
                await terminal.until { terminal in
                    if case .stopped = terminal.link.state { return true }
                    return terminal.link.user.isComplete
                }
                return terminal.link.user.isComplete
            }
            if isReady { return }
        }
    }

    private func expectUnharmed(_ terminal: TestTerminal) async {
        terminal.add(CoinID(77))
        await terminal.untilConfirmed()
        #expect(terminal.link.state == .live)
        let welcomes = terminal.frames.count { if case .welcome = $0 { true } else { false } }
        #expect(welcomes == 1, "it is the same connection")
    }

    @Test func aSIGHUPShowsTheNewOneAndEndsNoConnection() async throws {
        try await withTemporaryDirectory { directory in
            let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
            try await administration.add(name: "ada", password: "secret of ada")
            try administration.close()
            // The server does not watch the files that it keeps itself, so only the signal tells it.
            let (old, next) = (try IssuedCertificate(in: directory), try IssuedCertificate(in: directory + "/next"))
            let server = try await ServerBinary.start(in: directory, port: 0)
            #expect(server.pin == old.pin)
            let early = TestTerminal(target: target(server.port, old.pin))
            try await early.running {
                await early.untilReady()
                try next.replace(old)
                server.hangUp()
                try await untilShown(next.pin, port: server.port)
                await expectUnharmed(early)
            }
            await server.stop()
        }
    }

    /// An administrator's script or a certificate's renewal may send the signal before the process is ready.
    @Test func aSIGHUPWhileItStartsEndsNothing() async throws {
        try await withTemporaryDirectory { directory in
            let server = try await ServerBinary.start(in: directory, port: 0) { process in
                // This file is made long before the server listens.
                while !SmallFile.exists("\(directory)/\(TLSIdentity.keyFileName)") { await Task.yield() }
                kill(process, SIGHUP)
            }
            let terminals = try await server.metrics()
            #expect(terminals.contains("tickwire_connections 0"))
            await server.stop()
        }
    }

    @Test func aChangedFileIsFoundAndEndsNoConnection() async throws {
        try await withTemporaryDirectory { directory in
            let (old, next) = (
                try IssuedCertificate(in: directory + "/old"), try IssuedCertificate(in: directory + "/next")
            )
            let clock = TestClock()
            try await withServer(in: directory, clock: clock, configure: { $0.certificate = old.files }) { server in
                let early = server.terminal()
                try await early.running {
                    await early.untilReady()
                    try next.replace(old)
                    while server.server.pin != next.pin {
                        clock.endSleeps()
                        await Task.yield()
                    }
                    try await untilShown(next.pin, port: server.port)
                    await expectUnharmed(early)
                }
            }
        }
    }

    @Test func authoritiesThatAreMissingDoNotHoldTheCertificateBack() async throws {
        try await withTemporaryDirectory { directory in
            let authority = try TLSAuthority(in: directory)
            let (old, next) = (
                try IssuedCertificate(in: directory + "/old"), try IssuedCertificate(in: directory + "/next")
            )
            try await withServer(in: directory) {
                $0.certificate = old.files
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
                $0.adminTLS = ServerConfiguration.AdminTLS(clientRoots: authority.root)
            } _: { server in
                try FileManager.default.moveItem(atPath: authority.root, toPath: authority.root + "-away")
                try next.replace(old)
                server.server.reloadCertificate()
                #expect(server.server.pin == next.pin)
                try await untilShown(next.pin, port: server.port)
                let nobody = try await server.askAdmin()
                #expect(nobody.contains("alert certificate required"), "the admin port stays closed to others")
            }
        }
    }

    @Test func newAuthoritiesCountThoughTheCertificateIsNotGood() async throws {
        try await withTemporaryDirectory { directory in
            let authority = try TLSAuthority(in: directory)
            let (certificate, key) = try authority.issue("DNS:operator.test")
            let operatorFiles = ["-cert", certificate, "-cert_chain", certificate, "-key", key]
            let (old, next) = (
                try IssuedCertificate(in: directory + "/old"), try IssuedCertificate(in: directory + "/next")
            )
            try await withTemporaryDirectory { elsewhere in
                let others = try TLSAuthority(in: elsewhere)
                try await withServer(in: directory) {
                    $0.certificate = old.files
                    $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
                    $0.adminTLS = ServerConfiguration.AdminTLS(clientRoots: authority.root)
                } _: { server in
                    let before = try await server.askAdmin(operatorFiles)
                    #expect(before.contains("HTTP/1.1 200 OK"))
                    try next.replaceKey(of: old)
                    try SmallFile.write(try SmallFile.read(others.root), to: authority.root)
                    server.server.reloadCertificate()
                    #expect(server.server.pin == old.pin)
                    let after = try await server.askAdmin(operatorFiles)
                    #expect(after.contains("alert unknown ca"))
                }
            }
        }
    }

    @Test func newAuthoritiesAreFound() async throws {
        try await withTemporaryDirectory { directory in
            let authority = try TLSAuthority(in: directory)
            let clock = TestClock()
            try await withTemporaryDirectory { elsewhere in
                let next = try TLSAuthority(in: elsewhere)
                let (certificate, key) = try next.issue("DNS:operator.test")
                let identity = ["-cert", certificate, "-cert_chain", certificate, "-key", key]
                try await withServer(in: directory, clock: clock) {
                    $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
                    $0.adminTLS = ServerConfiguration.AdminTLS(clientRoots: authority.root)
                } _: { server in
                    var answer = try await server.askAdmin(identity)
                    #expect(answer.contains("alert unknown ca"))
                    try SmallFile.write(try SmallFile.read(next.root), to: authority.root)
                    while !answer.contains("HTTP/1.1 200 OK") {
                        clock.endSleeps()
                        answer = try await server.askAdmin(identity)
                    }
                }
            }
        }
    }
}
