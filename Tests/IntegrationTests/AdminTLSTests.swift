import Shared
import TestSupport
import Testing

@testable import PushServer

/// The admin port over TLS, asked by OpenSSL's own client.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AdminTLSTests {
    private func withAdmin(
        clientRoots: String?,
        in directory: String,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        try await withServer(in: directory) {
            $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
            $0.adminTLS = ServerConfiguration.AdminTLS(clientRoots: clientRoots)
        } _: { server in
            try await body(server)
        }
    }

    @Test func anybodyMayAskWhereNoCertificateIsWanted() async throws {
        try await withTemporaryDirectory { directory in
            try await withAdmin(clientRoots: nil, in: directory) { server in
                let answer = try await server.askAdmin()
                #expect(answer.contains("HTTP/1.1 200 OK"))
                #expect(answer.contains("TLSv1.3"))
            }
        }
    }

    @Test(arguments: [nil, "h2,http/1.1"])
    func aClientThatOffersNoProtocolOrOursAmongOthersIsAnswered(alpn: String?) async throws {
        try await withTemporaryDirectory { directory in
            try await withAdmin(clientRoots: nil, in: directory) { server in
                let answer = try await server.askAdmin(alpn: alpn)
                #expect(answer.contains("HTTP/1.1 200 OK"))
                #expect(answer.contains(alpn == nil ? "No ALPN negotiated" : "ALPN protocol: http/1.1"))
            }
        }
    }

    @Test func aClientThatOffersOnlyOtherProtocolsIsRefused() async throws {
        try await withTemporaryDirectory { directory in
            try await withAdmin(clientRoots: nil, in: directory) { server in
                let answer = try await server.askAdmin(alpn: "h2,tickwire/1")
                #expect(answer.contains("alert no application protocol"))
                #expect(!answer.contains("HTTP/1.1"))
            }
        }
    }

    /// Without an ALPN offer the TLS version alone is the reason to refuse, as on the terminals' port.
    @Test func tls12IsRefusedAlsoWithoutAnOffer() async throws {
        try await withTemporaryDirectory { directory in
            try await withAdmin(clientRoots: nil, in: directory) { server in
                let answer = try await server.askAdmin(["-tls1_2"], alpn: nil)
                #expect(answer.contains("alert protocol version"))
                #expect(!answer.contains("HTTP/1.1"))
            }
        }
    }

    @Test func onlyACertificateOfTheAuthorityOpensThePort() async throws {
        try await withTemporaryDirectory { directory in
            let authority = try TLSAuthority(in: directory)
            let operatorFiles = try authority.issue("DNS:operator.test")
            try await withAdmin(clientRoots: authority.root, in: directory) { server in
                let (certificate, key) = operatorFiles
                let answer = try await server.askAdmin(["-cert", certificate, "-cert_chain", certificate, "-key", key])
                #expect(answer.contains("HTTP/1.1 200 OK"))
                let nobody = try await server.askAdmin()
                #expect(nobody.contains("alert certificate required"))
                #expect(!nobody.contains("HTTP/1.1"))
            }
        }
    }

    @Test func aStrangersCertificateOpensNothing() async throws {
        try await withTemporaryDirectory { directory in
            let authority = try TLSAuthority(in: directory)
            try await withTemporaryDirectory { elsewhere in
                let (certificate, key) = try TLSAuthority(in: elsewhere).issue("DNS:operator.test")
                try await withAdmin(clientRoots: authority.root, in: directory) { server in
                    let answer = try await server.askAdmin([
                        "-cert", certificate, "-cert_chain", certificate, "-key", key,
                    ])
                    #expect(answer.contains("alert unknown ca"))
                    #expect(!answer.contains("HTTP/1.1"))
                }
            }
        }
    }
}
