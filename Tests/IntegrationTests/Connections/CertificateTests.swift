import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CertificateTests {
    @Test func aNewCertificateIsShownToNewConnectionsAndEndsNoOldOne() async throws {
        try await withTemporaryDirectory { directory in
            let old = try IssuedCertificate(in: directory)
            let next = try IssuedCertificate(in: directory + "/next")
            #expect(old.pin != next.pin)
            try await withServer(in: directory, configure: { $0.certificate = old.files }) { server in
                let early = server.terminal()
                try await early.running {
                    await early.untilReady()
                    try next.replaceKey(of: old)
                    server.server.reloadCertificate()
                    #expect(server.server.pin == old.pin, "key and certificate do not fit yet")
                    try next.replace(old)
                    server.server.reloadCertificate()
                    #expect(server.server.pin == next.pin)
                    let late = TestTerminal(target: server.target(trust: .pin(next.pin)))
                    try await late.running { await late.untilReady() }
                    let mistaken = TestTerminal(target: server.target(trust: .pin(old.pin)))
                    let error = try await mistaken.running { await mistaken.untilStopped() }
                    if case .insecure = error {} else { Issue.record("it was let in: \(error as Any)") }
                    early.add(CoinID(1))
                    await early.untilConfirmed()
                    #expect(early.link.state == .live)
                }
            }
        }
    }

    @Test func oneThatIsNotValidYetIsNotShown() async throws {
        try await withTemporaryDirectory { directory in
            let issued = try IssuedCertificate(in: directory)
            let early = try IssuedCertificate(in: directory + "/next", start: 86_400)
            try await withServer(in: directory, configure: { $0.certificate = issued.files }) { server in
                try early.replace(issued)
                server.server.reloadCertificate()
                #expect(server.server.pin == issued.pin)
                let terminal = server.terminal()
                try await terminal.running { await terminal.untilReady() }
            }
        }
    }

    @Test func rubbishInTheFilesChangesNothing() async throws {
        try await withTemporaryDirectory { directory in
            let issued = try IssuedCertificate(in: directory)
            try await withServer(in: directory, configure: { $0.certificate = issued.files }) { server in
                try SmallFile.write(Array("rubbish".utf8), to: issued.files.certificate)
                server.server.reloadCertificate()
                #expect(server.server.pin == issued.pin)
                let terminal = server.terminal()
                try await terminal.running { await terminal.untilReady() }
            }
        }
    }
}
