import NIOCore
import Testing

@testable import Shared

struct TLSErrorTests {
    private static let one = PublicKeyPin(digest: SHA256.hash([1]))
    private static let two = PublicKeyPin(digest: SHA256.hash([2]))

    @Test(arguments: [
        (
            TLSError.untrustedKey(presented: one, reason: "self-signed certificate"),
            """
            The server's certificate is not trusted: self-signed certificate. Its key is \
            sha256/S/USLzRFVMU73i67jNK349FgCtYxw4Wl18ziPHeFRZo=. \
            Compare it with the pin that the server printed when it started, then give that pin with --pin.
            """
        ),
        (
            .keyChanged(expected: one, presented: two),
            """
            The server's key is not the one that is trusted: expected sha256/S/USLzRFVMU73i67jNK349FgCtYxw4Wl18ziPHeFRZo=, but it showed \
            sha256/28G0yQD/5I1XW12lxjgEASX2XbD+PiRJS3bqmGRX2YY=. \
            Either the server has a new key, or the pin is wrong, or someone intercepts the connection. \
            Ask the server's owner for its pin before you trust this one.
            """
        ),
        (
            .noApplicationProtocol(wanted: "tickwire/1"),
            """
            The peer does not speak tickwire/1 (ALPN). Check the address, and that the versions of both ends match.
            """
        ),
        (.handshakeTimedOut(.seconds(10)), "The TLS handshake did not finish within 10000 ms."),
        (
            .handshakeFailed(
                TLSFailure(library: "SSL routines", reason: "bad", alert: TLSAlert(code: 40, direction: .received))
            ),
            "The TLS handshake failed: bad (SSL routines); the peer sent alert 40, handshake failure."
        ),
        (
            .closedDuringHandshake,
            """
            The peer closed the connection during the TLS handshake. Check that a TLS 1.3 server listens there.
            """
        ),
        (
            .tooMuchWrittenBeforeHandshake(limit: 65536),
            "More than 65536 bytes were written before the TLS handshake finished."
        ),
        (
            .tooManyEmptyRecords,
            "The peer sent more TLS records without data (KeyUpdates, empty records) than the limit allows."
        ),
        (.truncated, "The connection was cut: it ended without TLS close_notify, so data may be missing."),
        (
            .failed(TLSFailure(library: "SSL routines", reason: "bad", alert: TLSAlert(code: 20, direction: .sent))),
            "The TLS connection failed: bad (SSL routines); answered with alert 20, bad record mac."
        ),
        (.unreadableFile(path: "/a", reason: "Permission denied"), "Cannot read /a: Permission denied."),
        (.unwritableFile(path: "/a", reason: "No space left on device"), "Cannot write /a: No space left on device."),
        (.malformedCertificate(path: "/a"), "No certificate in PEM form found in /a."),
        (.malformedKey(path: "/a"), "No unencrypted private key in PEM form found in /a."),
        (
            .keyMismatch(certificate: "/a", key: "/b"),
            "The private key in /b does not belong to the first certificate in /a."
        ),
        (
            .malformedKnownServer(path: "/a", line: 3),
            "Line 3 of /a is not \"host:port sha256/...\". Correct or remove it."
        ),
        (.invalidName("a b"), "\"a b\" is neither a host name nor an IP address that a certificate can carry."),
        (
            .library(TLSFailure(library: "scrypt", reason: "too large")),
            "The cryptographic library failed: too large (scrypt)."
        ),
    ])
    func anErrorSaysWhatAndWhichAndWhatToDo(error: TLSError, text: String) {
        #expect("\(error)" == text)
    }
}
