import NIOCore
import Testing

@testable import Shared

struct TLSTrustTests {
    @Test func aPinnedKeyIsTrustedWhateverItsCertificateSays() throws {
        let pair = try TLSPair(client(.pin(TLSFixture.identity.pin)), server(TLSFixture.identity), host: "another.host")
        try pair.pump()
        #expect(pair.clientLog.seen.handshake?.peerPin == TLSFixture.identity.pin)
    }

    @Test func anotherKeyThanThePinnedIsAHardStop() throws {
        let expected = try TLSIdentity.create().pin
        let pair = try TLSPair(client(.pin(expected)), server(TLSFixture.identity))
        let written = pair.client.writeAndFlush(ByteBuffer(string: "secret"))
        try pair.pump()
        let error = TLSError.keyChanged(expected: expected, presented: TLSFixture.identity.pin)
        #expect(pair.clientLog.seen.tlsErrors == [error])
        #expect(throws: error) { try written.wait() }
        #expect(pair.serverLog.seen.bytes.isEmpty)
        #expect(pair.serverLog.seen.handshake == nil)
        #expect(pair.serverLog.seen.errors.first?.contains("the peer sent alert 42, bad certificate") == true)
    }

    @Test func firstUseOnlyLooksAtTheKey() throws {
        let pair = try TLSPair(client(.firstUse), server(TLSFixture.identity))
        let written = pair.client.writeAndFlush(ByteBuffer(string: "secret"))
        try pair.pump()
        let error = TLSError.untrustedKey(presented: TLSFixture.identity.pin, reason: "its key is not known yet")
        #expect(pair.clientLog.seen.tlsErrors == [error])
        #expect(throws: error) { try written.wait() }
        #expect(pair.serverLog.seen.bytes.isEmpty)
    }

    @Test func theSystemDoesNotTrustASelfSignedCertificate() throws {
        let pair = try TLSPair(client(.system), server(TLSFixture.identity))
        try pair.pump()
        let error = TLSError.untrustedKey(presented: TLSFixture.identity.pin, reason: "self-signed certificate")
        #expect(pair.clientLog.seen.tlsErrors == [error])
        #expect(pair.serverLog.seen.handshake == nil)
    }

    @Test func theServersOwnCertificateMayBeARoot() throws {
        try TLSFixture.withFolder { folder in
            let identity = try TLSIdentity.loadOrCreate(in: folder)
            let roots = TLSTrust.system(extraRoots: ["\(folder)/\(TLSIdentity.certificateFileName)"])
            for host in ["localhost", "127.0.0.1", "::1", "localhost."] {
                let pair = try TLSPair(client(roots), server(identity), host: host)
                try pair.pump()
                #expect(pair.clientLog.seen.handshake != nil, "\(host): \(pair.clientLog.seen.errors)")
            }
        }
    }

    @Test func anAuthorityThatTheUserNamesIsTrusted() throws {
        let identity = try issue("DNS:prices.test,DNS:*.prices.test,IP:192.0.2.7,IP:2001:db8::7")
        let trust = TLSTrust.system(extraRoots: [TLSAuthority.shared.root])
        for host in ["prices.test", "PRICES.test", "eu.prices.test", "192.0.2.7", "2001:db8::7"] {
            let pair = try TLSPair(client(trust), server(identity), host: host)
            try pair.pump()
            #expect(pair.clientLog.seen.handshake?.peerPin == identity.pin, "\(host): \(pair.clientLog.seen.errors)")
        }
    }

    @Test(arguments: [
        ("other.test", "hostname mismatch"), ("prices.test.evil", "hostname mismatch"),
        ("192.0.2.8", "IP address mismatch"), ("::2", "IP address mismatch"),
    ])
    func anotherNameIsRefused(host: String, reason: String) throws {
        let identity = try issue("DNS:prices.test,IP:192.0.2.7")
        let trust = TLSTrust.system(extraRoots: [TLSAuthority.shared.root])
        let pair = try TLSPair(client(trust), server(identity), host: host)
        try pair.pump()
        #expect(pair.clientLog.seen.tlsErrors == [.untrustedKey(presented: identity.pin, reason: reason)])
        #expect(pair.serverLog.seen.handshake == nil)
    }

    @Test func anAuthorityThatNobodyNamedIsRefused() throws {
        let identity = try issue("DNS:prices.test")
        let pair = try TLSPair(client(.system), server(identity), host: "prices.test")
        try pair.pump()
        guard case .untrustedKey(identity.pin, let reason) = pair.clientLog.seen.tlsErrors.first else {
            Issue.record("\(pair.clientLog.seen.errors)")
            return
        }
        #expect(reason == "unable to get local issuer certificate")
    }

    @Test func aMissingRootFileIsNamed() throws {
        let error = TLSError.unreadableFile(path: "/nowhere/root.pem", reason: "No such file or directory")
        #expect(throws: error) { try client(.system(extraRoots: ["/nowhere/root.pem"])) }
    }

    private func client(_ trust: TLSTrust) throws -> TLSContext { try .client(trust: trust, alpn: TLSFixture.alpn) }
    private func server(_ identity: TLSIdentity) throws -> TLSContext {
        try .server(identity: identity, alpn: TLSFixture.alpn)
    }
    private func issue(_ names: String) throws -> TLSIdentity {
        let files = try TLSAuthority.shared.issue(names)
        return try TLSIdentity.load(certificate: files.certificate, key: files.key)
    }
}
