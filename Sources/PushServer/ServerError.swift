internal import Foundation
internal import NIOCore
package import Shared

/// Why a server cannot start.
package enum ServerError: Error, Equatable, Sendable, CustomStringConvertible {
    case unwritableDirectory(path: String, reason: String)
    /// Another user can, or may, write to the data folder.
    case untrusted(PathFault)
    /// Another server uses the folder.
    case dataInUse(String)
    case cannotListen(ServerConfiguration.Endpoint, reason: String)
    /// The folder of `--record`.
    case unwritableRecording(path: String, reason: String)
    /// This machine's clock is wrong by years.
    case wrongClock(MarketTime)
    /// A node needs a database that other nodes share.
    case noSharedStore
    /// The database belongs to a fleet, and this server is no node of it.
    case fleetRuns(leader: String)

    package var description: String {
        switch self {
        case .unwritableDirectory(let path, let reason):
            "the data folder \(path) cannot be written to: \(reason); use another folder, or change its owner"
        case .untrusted(let fault): "the data folder is not safe: \(fault), or use another folder"
        case .dataInUse(let path):
            "another tickwire-server uses the data folder \(path); stop that one, or use another folder"
        case .cannotListen(let endpoint, let reason):
            "cannot listen on \(endpoint): \(reason)"
        case .unwritableRecording(let path, let reason):
            "the recording in \(path) cannot be written: \(reason); give --record a folder where this user may write"
        case .noSharedStore:
            "--node-address is for nodes that share a PostgreSQL database; name it with --store postgres://USER@HOST/NAME"
        case .fleetRuns(let leader):
            """
            the nodes of a fleet use this database, and the one at \(leader) leads them; make this server a node, too, with \
            --node-address HOST:PORT, where the others reach it
            """
        case .wrongClock(let time):
            "this machine's clock says \(time.shortISO8601), which cannot be right; set it, because prices and certificates are checked against it"
        }
    }

    static func wrappingBind<Value>(
        of endpoint: ServerConfiguration.Endpoint,
        _ bind: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await bind()
        } catch let error as IOError {
            throw ServerError.cannotListen(endpoint, reason: error.words)
        } catch let error as SocketAddressError.UnknownHost {
            throw ServerError.cannotListen(
                endpoint,
                reason:
                    "its name leads to no address (\(error.errorDescription)); give an address of this machine; 0.0.0.0 means all of its addresses"
            )
        } catch let error as SocketAddressError {
            throw ServerError.cannotListen(endpoint, reason: "\(error)")
        }
    }
}

extension ServerConfiguration.Endpoint {
    /// The endpoint with the port that was really bound.
    func bound(to channel: any Channel) -> Self {
        guard let port = channel.localAddress?.port else { preconditionFailure("a bound channel has a port") }
        return Self(host: host, port: port)
    }
}

extension IOError {
    fileprivate var words: String {
        switch errnoCode {
        case EADDRINUSE: "the port is taken; stop what uses it, or choose another"
        case EACCES: "this user may not use the port; choose one from 1024 up"
        case EADDRNOTAVAIL: "it is not an address of this machine; 0.0.0.0 means all of its addresses"
        default: SystemError(code: errnoCode).description
        }
    }
}
