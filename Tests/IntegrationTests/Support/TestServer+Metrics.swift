import NIOCore

@testable import PushServer

extension TestServer {
    /// What `/metrics` answers; nothing where the server has no admin port.
    func metrics() async throws -> String {
        guard let port = server.adminAddress?.port else { return "" }
        let request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        return String(buffer: try await RawClient.plainAnswer(to: Array(request.utf8), port: port))
    }
}
