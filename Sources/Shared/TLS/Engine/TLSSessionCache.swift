import COpenSSL
import Synchronization

/// A client's session tickets, by server, in memory.
///
/// A ticket is used once, so that it cannot link connections (RFC 8446, appendix C.4). The server sends a new one with
/// every connection.
final class TLSSessionCache: Sendable {
    private static let sessionsPerServer = 2
    private static let serversMax = 64

    /// An owned `SSL_SESSION`.
    ///
    /// `@unchecked Sendable`: OpenSSL counts references to sessions and locks them, and only one connection gets each.
    final class Session: @unchecked Sendable {
        let pointer: OpaquePointer
        init(owning pointer: OpaquePointer) { self.pointer = pointer }
        deinit { SSL_SESSION_free(pointer) }
    }

    private let sessions = Mutex<[String: [Session]]>([:])

    /// Returns the newest session with the server, and forgets it.
    func take(for server: String) -> Session? {
        sessions.withLock { $0[server]?.popLast() }
    }

    func store(_ session: Session, for server: String) {
        sessions.withLock { sessions in
            // A client knows few servers. The limit only prevents endless growth by mistake.
            if sessions[server] == nil, sessions.count >= Self.serversMax { sessions.removeAll() }
            var kept = sessions[server, default: []]
            kept.append(session)
            sessions[server] = Array(kept.suffix(Self.sessionsPerServer))
        }
    }
}
