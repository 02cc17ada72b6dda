import NIOCore

extension TLSError: CustomStringConvertible {
    /// What happened, to which server or file, and what to do. Users can be shown this text as it is.
    public var description: String {
        switch self {
        case .untrustedKey(let presented, let reason):
            """
            The server's certificate is not trusted: \(reason). Its key is \(presented). \
            Compare it with the pin that the server printed when it started, then give that pin with --pin.
            """
        case .keyChanged(let expected, let presented):
            """
            The server's key is not the one that is trusted: expected \(expected), but it showed \(presented). \
            Either the server has a new key, or the pin is wrong, or someone intercepts the connection. \
            Ask the server's owner for its pin before you trust this one.
            """
        case .noApplicationProtocol(let wanted):
            "The peer does not speak \(wanted) (ALPN). Check the address, and that the versions of both ends match."
        case .handshakeTimedOut(let limit):
            "The TLS handshake did not finish within \(limit.nanoseconds / 1_000_000) ms."
        case .handshakeFailed(let failure):
            "The TLS handshake failed: \(failure)."
        case .closedDuringHandshake:
            "The peer closed the connection during the TLS handshake. Check that a TLS 1.3 server listens there."
        case .tooMuchWrittenBeforeHandshake(let limit):
            "More than \(limit) bytes were written before the TLS handshake finished."
        case .tooManyEmptyRecords:
            "The peer sent more TLS records without data (KeyUpdates, empty records) than the limit allows."
        case .truncated:
            "The connection was cut: it ended without TLS close_notify, so data may be missing."
        case .failed(let failure):
            "The TLS connection failed: \(failure)."
        case .unreadableFile(let path, let reason):
            "Cannot read \(path): \(reason)."
        case .unwritableFile(let path, let reason):
            "Cannot write \(path): \(reason)."
        case .malformedCertificate(let path):
            "No certificate in PEM form found in \(path)."
        case .malformedKey(let path):
            "No unencrypted private key in PEM form found in \(path)."
        case .keyMismatch(let certificate, let key):
            "The private key in \(key) does not belong to the first certificate in \(certificate)."
        case .malformedKnownServer(let path, let line):
            "Line \(line) of \(path) is not \"host:port sha256/...\". Correct or remove it."
        case .invalidName(let name):
            "\"\(name)\" is neither a host name nor an IP address that a certificate can carry."
        case .library(let failure):
            "The cryptographic library failed: \(failure)."
        }
    }
}
