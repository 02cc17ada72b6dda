/// What `TLSHandler` reports to the handlers after it, as user inbound events.
public enum TLSEvent: Sendable, Hashable {
    /// The handshake is complete on both ends. Nothing that was written before has been sent earlier.
    case handshakeCompleted(TLSHandshakeInfo)
    /// The peer sent close_notify: its stream is complete and ended on purpose.
    case closedByPeer
}

/// Commands to `TLSHandler`, as user outbound events.
public enum TLSCommand: Sendable, Hashable {
    /// Closes TCP at once: no close_notify is sent or waited for, not even if a `close()` is under way.
    case hangUp
}

/// What a finished handshake agreed on.
public struct TLSHandshakeInfo: Sendable, Hashable {
    /// The application protocol (RFC 7301).
    public let alpn: String
    public let cipher: String
    /// The key that the peer proved to own; nil on a server, whose clients show none.
    public let peerPin: PublicKeyPin?
    /// Whether an earlier session was resumed, which spares the server its signature (RFC 8446, section 2.2).
    public let resumed: Bool
}
