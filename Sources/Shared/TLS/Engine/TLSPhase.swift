/// Where a connection is in its life. Each direction ends on its own, by close_notify (RFC 8446, section 6.1).
enum TLSPhase {
    /// Added to a channel that is not connected yet.
    case waiting
    case handshaking
    case open
    /// We have sent close_notify and go on reading.
    case outputClosed
    /// The peer has sent close_notify; we may go on writing.
    case inputClosed
    /// We are closing: what still arrives is read for its close_notify only.
    case closing
    case closed

    var canRead: Bool { self == .open || self == .outputClosed }
    var canWrite: Bool { self == .open || self == .inputClosed }

    /// What the end of TCP means now; nil where it is no surprise.
    var errorAtEndOfStream: TLSError? {
        switch self {
        case .handshaking: .closedDuringHandshake
        case .open, .outputClosed: .truncated
        case .waiting, .inputClosed, .closing, .closed: nil
        }
    }
}
