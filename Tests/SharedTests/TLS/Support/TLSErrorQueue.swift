import COpenSSL

/// OpenSSL's per-thread error queue, in a state that foreign code may leave.
enum TLSErrorQueue {
    static var isEmpty: Bool { ERR_peek_error() == 0 }

    static func leaveError() -> Bool {
        // This fails, because there is no such digest, and adds an error to the queue.
        EVP_MD_fetch(nil, "NO-SUCH-DIGEST", nil) == nil && ERR_peek_error() != 0
    }
}
