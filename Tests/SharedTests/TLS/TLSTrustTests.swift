import NIOCore
import TestSupport
import Testing

@testable import Shared

struct TLSTrustTests {
    @Test func aPinnedKeyIsTrustedWithAnyCertificate() throws {
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

    @Test func firstUseOnlyReportsTheKey() throws {
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

    @Test func anAuthorityNamedByTheUserIsTrusted() throws {
        try withAuthority(issuing: "DNS:prices.test,DNS:*.prices.test,IP:192.0.2.7,IP:2001:db8::7") { trust, identity in
            for host in ["prices.test", "PRICES.test", "eu.prices.test", "192.0.2.7", "2001:db8::7"] {
                let pair = try TLSPair(client(trust), server(identity), host: host)
                try pair.pump()
                let seen = pair.clientLog.seen
                #expect(seen.handshake?.peerPin == identity.pin, "\(host): \(seen.errors)")
            }
        }
    }

    @Test func anotherNameIsRefused() throws {
        try withAuthority(issuing: "DNS:prices.test,IP:192.0.2.7") { trust, identity in
            for (host, reason) in [
                ("other.test", "hostname mismatch"), ("prices.test.evil", "hostname mismatch"),
                ("192.0.2.8", "IP address mismatch"), ("::2", "IP address mismatch"),
            ] {
                let pair = try TLSPair(client(trust), server(identity), host: host)
                try pair.pump()
                #expect(pair.clientLog.seen.tlsErrors == [.untrustedKey(presented: identity.pin, reason: reason)])
                #expect(pair.serverLog.seen.handshake == nil)
            }
        }
    }

    @Test func anUnnamedAuthorityIsRefused() throws {
        try withAuthority(issuing: "DNS:prices.test") { _, identity in
            let pair = try TLSPair(client(.system), server(identity), host: "prices.test")
            try pair.pump()
            let reason = "unable to get local issuer certificate"
            #expect(pair.clientLog.seen.tlsErrors == [.untrustedKey(presented: identity.pin, reason: reason)])
        }
    }

    @Test func aMissingRootFileIsNamed() throws {
        let error = TLSError.unreadableFile(path: "/nowhere/root.pem", reason: "No such file or directory")
        #expect(throws: error) { try client(.system(extraRoots: ["/nowhere/root.pem"])) }
    }

    private func client(_ trust: TLSTrust) throws -> TLSContext { try .client(trust: trust, alpn: TLSFixture.alpn) }
    private func server(_ identity: TLSIdentity) throws -> TLSContext {
        try .server(identity: identity, alpn: TLSFixture.alpn)
    }
    private func withAuthority(issuing names: String, _ body: (TLSTrust, TLSIdentity) throws -> Void) throws {
        try TLSFixture.withFolder { folder in
            let authority = try TLSAuthority(in: folder)
            let files = try authority.issue(names)
            let identity = try TLSIdentity.load(certificate: files.certificate, key: files.key)
            try body(.system(extraRoots: [authority.root]), identity)
        }
    }
}
