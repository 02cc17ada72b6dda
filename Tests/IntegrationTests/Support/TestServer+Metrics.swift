@testable import PushServer

extension TestServer {
    /// What `/metrics` answers; nothing where the server has no admin port.
    func metrics() async throws -> String {
        guard let port = server.adminAddress?.port else { return "" }
        return try await RawClient.metrics(port: port)
    }
}
