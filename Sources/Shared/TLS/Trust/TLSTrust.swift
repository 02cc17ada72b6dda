import COpenSSL

/// Which servers a client trusts.
public enum TLSTrust: Sendable, Hashable {
    /// Servers with a certificate of the system's authorities, or of those in these PEM files. The host name or address
    /// is checked.
    case system(extraRoots: [String])
    /// Servers with this key, whatever their certificate says. It may be self-signed, expired or for another host.
    case pin(PublicKeyPin)
    /// No server yet. The handshake fails with `TLSError.untrustedKey`, which contains the key to ask the user about.
    ///
    /// The user's answer takes longer than a handshake may. So the first connection only looks at the key, and after
    /// the user's answer the next one pins it. No byte of ours goes to a key that was not confirmed.
    case firstUse

    /// Only the system's certificate authorities.
    public static let system = TLSTrust.system(extraRoots: [])
}

/// A client's check of the server's certificate, during the handshake and before any byte of ours is sent.
enum TLSVerification {
    /// OpenSSL's certificate verification callback. It returns 1 to continue, or 0 to end the handshake with an alert
    /// for the error that it has set.
    static func judge(_ chain: OpaquePointer?) -> Int32 {
        let index = SSL_get_ex_data_X509_STORE_CTX_idx()
        guard let chain, let leaf = X509_STORE_CTX_get0_cert(chain),
            let ssl = X509_STORE_CTX_get_ex_data(chain, index), let engine = TLSEngine.of(OpaquePointer(ssl))
        else { return 0 }
        X509_STORE_CTX_set_error(chain, X509_V_ERR_CERT_REJECTED)
        if let refusal = refusal(of: leaf, chain: chain, by: engine) {
            engine.refuse(refusal)
            return 0
        }
        X509_STORE_CTX_set_error(chain, X509_V_OK)
        return 1
    }

    private static func refusal(of leaf: OpaquePointer, chain: OpaquePointer, by engine: TLSEngine) -> TLSError? {
        // EncryptedExtensions precede the certificate, so a server with another protocol is already known.
        guard engine.hasApplicationProtocol else { return .noApplicationProtocol(wanted: engine.context.alpn) }
        guard case .client(let trust) = engine.context.role else { return nil }
        let presented = PublicKeyPin(certificate: leaf)
        switch trust {
        case .pin(let expected):
            return expected == presented ? nil : .keyChanged(expected: expected, presented: presented)
        case .firstUse:
            return .untrustedKey(presented: presented, reason: "its key is not known yet")
        case .system:
            X509_STORE_CTX_set_error(chain, X509_V_OK)
            guard X509_verify_cert(chain) != 1 else { return nil }
            let code = Int(X509_STORE_CTX_get_error(chain))
            return .untrustedKey(presented: presented, reason: String(cString: X509_verify_cert_error_string(code)))
        }
    }
}
