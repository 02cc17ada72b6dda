import TestSupport
import Testing

@testable import PushServer

extension TestServer {
    /// Asks the admin port over TLS, with OpenSSL's own client.
    /// - Returns: all that the client says.
    func askAdmin(_ arguments: [String] = []) async throws -> String {
        let admin = try #require(server.adminAddress)
        let command = ["s_client", "-connect", "\(admin)", "-alpn", "http/1.1", "-ign_eof"] + arguments
        let request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        return try await OpenSSLTool.run(command, sending: request)
    }
}
