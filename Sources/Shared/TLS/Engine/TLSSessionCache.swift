import COpenSSL
import Synchronization

/// A client's session tickets, by server, in memory.
///
/// A ticket is used once, so that connections cannot be linked by it (RFC 8446, appendix C.4); the server sends a new
/// one with every connection.
final class TLSSessionCache: Sendable {
    private static let sessionsPerServer = 2
    private static let serversMax = 64

    /// An owned `SSL_SESSION`.
    ///
    /// `@unchecked Sendable`: sessions are reference counted and locked by OpenSSL, and handed to one connection only.
    final class Session: @unchecked Sendable {
        let pointer: OpaquePointer
        init(owning pointer: OpaquePointer) { self.pointer = pointer }
        deinit { SSL_SESSION_free(pointer) }
    }

    private let sessions = Mutex<[String: [Session]]>([:])

    /// The newest session with the server, which is then forgotten.
    func take(for server: String) -> Session? {
        sessions.withLock { $0[server]?.popLast() }
    }

    func store(_ session: Session, for server: String) {
        sessions.withLock { sessions in
            // A client knows a handful of servers; the bound only keeps a mistake from growing without end.
            if sessions[server] == nil, sessions.count >= Self.serversMax { sessions.removeAll() }
            var kept = sessions[server, default: []]
            kept.append(session)
            sessions[server] = Array(kept.suffix(Self.sessionsPerServer))
        }
    }
}
