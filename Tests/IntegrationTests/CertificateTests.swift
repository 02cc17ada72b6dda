import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CertificateTests {
    private func issue(in directory: String) throws -> (files: ServerConfiguration.CertificateFiles, pin: PublicKeyPin)
    {
        try SmallFile.makeFolder(directory)
        let identity = try TLSIdentity.loadOrCreate(in: directory)
        let files = ServerConfiguration.CertificateFiles(
            certificate: "\(directory)/\(TLSIdentity.certificateFileName)",
            key: "\(directory)/\(TLSIdentity.keyFileName)"
        )
        return (files, identity.pin)
    }

    private func copy(_ from: String, _ to: String) throws { try SmallFile.write(try SmallFile.read(from), to: to) }

    @Test func aNewCertificateIsShownToNewConnectionsAndEndsNoOldOne() async throws {
        try await withTemporaryDirectory { directory in
            let (old, next) = (try issue(in: directory), try issue(in: directory + "/next"))
            #expect(old.pin != next.pin)
            try await withServer(in: directory, configure: { $0.certificate = old.files }) { server in
                let early = server.terminal()
                try await early.running {
                    await early.untilReady()
                    try copy(next.files.key, old.files.key)
                    server.server.reloadCertificate()
                    #expect(server.server.pin == old.pin, "key and certificate do not fit yet")
                    try copy(next.files.certificate, old.files.certificate)
                    server.server.reloadCertificate()
                    #expect(server.server.pin == next.pin)
                    let late = TestTerminal(target: server.target(trust: .pin(next.pin)))
                    try await late.running { await late.untilReady() }
                    let mistaken = TestTerminal(target: server.target(trust: .pin(old.pin)))
                    let error = try await mistaken.running { await mistaken.untilStopped() }
                    if case .insecure = error {} else { Issue.record("it was let in: \(error as Any)") }
                    early.link.user.mutate(.addFavorite(CoinID(1)))
                    await early.untilConfirmed()
                    #expect(early.link.state == .live)
                }
            }
        }
    }

    @Test func rubbishInTheFilesChangesNothing() async throws {
        try await withTemporaryDirectory { directory in
            let (files, pin) = try issue(in: directory)
            try await withServer(in: directory, configure: { $0.certificate = files }) { server in
                try SmallFile.write(Array("rubbish".utf8), to: files.certificate)
                server.server.reloadCertificate()
                #expect(server.server.pin == pin)
                let terminal = server.terminal()
                try await terminal.running { await terminal.untilReady() }
            }
        }
    }
}
