internal import Foundation
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Shared

extension ServerBootstrap {
    /// Listens at a Unix socket. It removes the socket of a server that was killed: the holder of the data folder's
    /// lock is the only server.
    /// - Throws: `ServerError`
    func bind(locallyTo endpoint: ServerConfiguration.Endpoint, logger: Logger) async throws -> any Channel {
        let path = endpoint.host
        do throws(PathFault) {
            _ = try TrustedPath().ownFolder((path as NSString).deletingLastPathComponent)
        } catch {
            throw ServerError.cannotListen(endpoint, reason: error.description)
        }
        if let fault = Self.fault(of: path) { throw ServerError.cannotListen(endpoint, reason: fault) }
        if UnixSocket.look(at: path) == .stale {
            logger.notice("replacing the socket of a server that was killed", metadata: ["socket": "\(path)"])
        }
        return try await ServerError.wrappingBind(of: endpoint) {
            try await bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
        }
    }

    private static func fault(of path: String) -> String? {
        let limit = UnixSocket.pathBytesMax
        if path.utf8.count > limit {
            return
                "the path has \(path.utf8.count) bytes, but can have at most \(limit); set XDG_RUNTIME_DIR to a shorter one"
        }
        return switch UnixSocket.look(at: path) {
        case .nothing, .stale: nil
        case .answered: "another program listens there; stop it"
        case .noSocket: "something other than a socket is there; move it away"
        case .failed(let error): error.description
        }
    }
}
