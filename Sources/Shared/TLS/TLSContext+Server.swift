import COpenSSL

extension TLSContext {
    /// One ticket for each connection: a terminal resumes once, and then gets a new one.
    private static let ticketsPerConnection = 1
    /// Enough for a laptop that sleeps overnight (RFC 8446 allows seven days).
    private static let ticketSeconds = 24 * 60 * 60

    /// The server's end.
    /// - Parameters:
    ///   - withoutOffer: how to treat clients without ALPN.
    ///   - clientRoots: a PEM file of authorities, one of which must have signed a client's certificate; nil: clients
    ///     need none.
    public static func server(
        identity: TLSIdentity,
        alpn: String,
        withoutOffer: TLSWithoutOffer = .refused,
        clientRoots: String? = nil,
        limits: TLSLimits = TLSLimits()
    ) throws(TLSError) -> TLSContext {
        let context = try TLSContext(role: .server(withoutOffer), alpn: alpn, limits: limits)
        try context.applyCommonSettings()
        try context.use(identity)
        if let clientRoots { try context.demandCertificates(of: clientRoots) }
        if case .refused = withoutOffer { context.demandApplicationProtocol() }
        context.selectApplicationProtocol()
        try context.issueTickets()
        return context
    }

    private func use(_ identity: TLSIdentity) throws(TLSError) {
        let isSet =
            SSL_CTX_use_certificate(pointer, identity.certificates.leaf) == 1
            && SSL_CTX_use_PrivateKey(pointer, identity.key.pointer) == 1
            && identity.certificates.all.dropFirst().allSatisfy { certificate in
                tickwire_SSL_CTX_add1_chain_cert(pointer, certificate) == 1
            }
        guard isSet else { throw .library(.drainQueue()) }
    }

    /// OpenSSL checks the chain, its dates, and that the certificate is for clients. Without a certificate, the
    /// handshake ends with certificate_required (RFC 8446, section 4.4.2.4).
    private func demandCertificates(of path: String) throws(TLSError) {
        let store = SSL_CTX_get_cert_store(pointer)
        let roots = try TLSCertificates(pem: try TLSFiles.read(path), path: path)
        let isSet = roots.all.allSatisfy { root in
            X509_STORE_add_cert(store, root) == 1 && SSL_CTX_add_client_CA(pointer, root) == 1
        }
        guard isSet else { throw .library(.drainQueue()) }
        SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    }

    /// Tickets contain the whole session, encrypted with a key of this context, so the server stores nothing for
    /// clients.
    private func issueTickets() throws(TLSError) {
        tickwire_SSL_CTX_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
        SSL_CTX_set_timeout(pointer, Self.ticketSeconds)
        let name = Array(alpn.utf8.prefix(Int(SSL_MAX_SID_CTX_LENGTH)))
        let isSet =
            SSL_CTX_set_num_tickets(pointer, Self.ticketsPerConnection) == 1
            && SSL_CTX_set_session_id_context(pointer, name, UInt32(name.count)) == 1
        guard isSet else { throw .library(.drainQueue()) }
    }

    /// OpenSSL calls the selection callback only if the client offers something, so this demands an offer first.
    private func demandApplicationProtocol() {
        SSL_CTX_set_client_hello_cb(
            pointer,
            { ssl, alert, _ in TLSApplicationProtocol.demandOffer(ssl, alert) },
            nil
        )
    }

    private func selectApplicationProtocol() {
        SSL_CTX_set_alpn_select_cb(
            pointer,
            { ssl, selected, selectedCount, offered, offeredCount, _ in
                TLSApplicationProtocol.select(
                    ssl,
                    from: UnsafeBufferPointer(start: offered, count: Int(offeredCount)),
                    into: selected,
                    selectedCount
                )
            },
            nil
        )
    }
}
