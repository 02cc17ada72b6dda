import TestSupport
import Testing

@testable import PushServer

extension TestServer {
    /// Asks the admin port over TLS, with OpenSSL's own client.
    /// - Parameter alpn: the protocols that it offers; nil: none.
    /// - Returns: all that the client prints.
    func askAdmin(_ arguments: [String] = [], alpn: String? = "http/1.1") async throws -> String {
        let offer = alpn.map { ["-alpn", $0] } ?? []
        let admin = try #require(server.adminAddress)
        let command = ["s_client", "-connect", "\(admin)", "-ign_eof"] + offer + arguments
        let request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        return try await OpenSSLTool.run(command, sending: request)
    }
}
