/// The state of a connection. Each direction ends separately, by close_notify (RFC 8446, section 6.1).
enum TLSPhase {
    /// Added to a channel that is not connected yet.
    case waiting
    case handshaking
    case open
    /// We have sent close_notify and continue to read.
    case outputClosed
    /// The peer has sent close_notify. We may continue to write.
    case inputClosed
    /// We are closing. Arriving bytes are read only to find the peer's close_notify.
    case closing
    case closed

    var canRead: Bool { self == .open || self == .outputClosed }
    var canWrite: Bool { self == .open || self == .inputClosed }

    /// The error that the end of TCP means now; nil if it was expected.
    var errorAtEndOfStream: TLSError? {
        switch self {
        case .handshaking: .closedDuringHandshake
        case .open, .outputClosed: .truncated
        case .waiting, .inputClosed, .closing, .closed: nil
        }
    }
}
