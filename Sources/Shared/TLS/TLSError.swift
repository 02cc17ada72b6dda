public import NIOCore

/// Why a TLS connection, an identity or a trusted key could not be used.
public enum TLSError: Error, Equatable, Sendable {
    // MARK: Trust
    /// The server's key is not trusted yet. Ask the user, then connect again with `.pin(presented)`.
    case untrustedKey(presented: PublicKeyPin, reason: String)
    /// The server showed another key than the pinned one.
    case keyChanged(expected: PublicKeyPin, presented: PublicKeyPin)

    // MARK: Handshake
    case noApplicationProtocol(wanted: String)
    case handshakeTimedOut(TimeAmount)
    case handshakeFailed(TLSFailure)
    case closedDuringHandshake
    case tooMuchWrittenBeforeHandshake(limit: Int)

    // MARK: Established connection
    /// TCP ended without close_notify, so some of the peer's data may be missing (RFC 8446, section 6.1).
    case truncated
    /// The peer has sent more KeyUpdates and other records without data than `TLSLimits` allow.
    case tooManyEmptyRecords
    case failed(TLSFailure)

    // MARK: Files and names
    case unreadableFile(path: String, reason: String)
    case unwritableFile(path: String, reason: String)
    case malformedCertificate(path: String)
    case malformedKey(path: String)
    case keyMismatch(certificate: String, key: String)
    case malformedKnownServer(path: String, line: Int)
    case invalidName(String)

    /// libcrypto refused an operation for another reason.
    case library(TLSFailure)
}
