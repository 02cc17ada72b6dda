import COpenSSL

/// OpenSSL's per-thread error queue, as code that is not ours may leave it.
enum TLSErrorQueue {
    static var isEmpty: Bool { ERR_peek_error() == 0 }

    static func leaveError() -> Bool {
        // No such digest: fails, and says so in the queue.
        EVP_MD_fetch(nil, "NO-SUCH-DIGEST", nil) == nil && ERR_peek_error() != 0
    }
}
