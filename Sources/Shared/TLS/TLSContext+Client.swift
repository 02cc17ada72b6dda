import COpenSSL

extension TLSContext {
    /// The client's end. Keep it as long as the process connects, because it holds the session tickets.
    public static func client(
        trust: TLSTrust,
        alpn: String,
        limits: TLSLimits = TLSLimits()
    ) throws(TLSError) -> TLSContext {
        let context = try TLSContext(role: .client(trust), alpn: alpn, limits: limits)
        try context.applyCommonSettings()
        try context.offerApplicationProtocol()
        if case .system(let extraRoots) = trust { try context.loadRoots(extra: extraRoots) }
        context.verifyServer()
        context.keepSessions()
        return context
    }

    private func offerApplicationProtocol() throws(TLSError) {
        let offer = TLSApplicationProtocol.encoded(alpn)
        // Unlike its neighbors, this function returns 0 for success.
        guard SSL_CTX_set_alpn_protos(pointer, offer, UInt32(offer.count)) == 0 else { throw .library(.drainQueue()) }
    }

    /// A system without roots is not an error. Then only the roots in `extra` are trusted.
    private func loadRoots(extra: [String]) throws(TLSError) {
        let store = SSL_CTX_get_cert_store(pointer)
        SSL_CTX_set_default_verify_paths(pointer)
        TLSFailure.clearQueue()
        for path in extra {
            let roots = try TLSCertificates(pem: try TLSFiles.read(path), path: path)
            guard roots.all.allSatisfy({ X509_STORE_add_cert(store, $0) == 1 }) else { throw .library(.drainQueue()) }
        }
        // A root that the user names need not be self-signed. It may be an intermediate or the server's own
        // certificate.
        X509_STORE_set_flags(store, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    }

    private func verifyServer() {
        SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
        SSL_CTX_set_cert_verify_callback(pointer, { chain, _ in TLSVerification.judge(chain) }, nil)
    }

    /// Sessions are stored here by host and port. OpenSSL stores them by session id, which TLS 1.3 clients do not use
    /// for a search.
    private func keepSessions() {
        tickwire_SSL_CTX_set_session_cache_mode(
            pointer,
            Int(SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL)
        )
        SSL_CTX_sess_set_new_cb(pointer) { ssl, session in
            guard let engine = TLSEngine.of(ssl), let session else { return 0 }
            return engine.keep(session) ? 1 : 0  // 1: the reference is now ours.
        }
    }
}
