public import NIOCore

/// Why a TLS connection, an identity or a trusted key could not be used.
public enum TLSError: Error, Equatable, Sendable {
    // MARK: Trust
    /// Nothing vouches for the key the server showed. Ask the user, then connect again with `.pin(presented)`.
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
    /// TCP ended without close_notify: what arrived may not be all that was sent (RFC 8446, section 6.1).
    case truncated
    /// More KeyUpdates and other records without data than `TLSLimits` allow.
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

    /// libcrypto refused something that has no better name.
    case library(TLSFailure)
}
