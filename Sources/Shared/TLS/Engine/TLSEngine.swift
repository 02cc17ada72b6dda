import COpenSSL
import NIOCore

/// One connection's TLS, without a channel: ciphertext and plaintext go in and out of buffers.
///
/// One handler owns it and uses it only on its event loop. OpenSSL's callbacks find it through the `SSL`, unretained,
/// because they run only inside its own methods.
final class TLSEngine {
    /// Keys of AES-GCM may encrypt 2^24.5 full records (RFC 8446, section 5.5). OpenSSL does not count them.
    static let recordsPerKey = 1 << 23

    // The fields that each delivery needs are next to each other.
    let ssl: OpaquePointer
    /// Where OpenSSL writes ciphertext. It is set when the event loop is known. Before that, nothing can be written.
    private(set) var outbox: TLSOutbox?
    var recordsLeft: Int
    /// Ciphertext that was not flushed yet.
    var unflushed = ByteBuffer()

    let context: TLSContext
    let transport: UnsafeMutablePointer<TLSTransport>
    let sessionKey: String?
    let recordsPerKey: Int
    var refusal: TLSError?
    /// Only on a server, until the handshake is complete.
    var clearHandshake: ClearHandshake?
    /// Limits records without data (a KeyUpdate, padding alone). They cost as much as others, and no frame limit counts
    /// them.
    var emptyRecords: RateLimit
    var alert: TLSAlert?

    /// `host` is the name or address to which a client connects. The server's certificate must contain it.
    init(
        context: TLSContext,
        host: TLSPeerName? = nil,
        port: Int = 0,
        recordsPerKey: Int = recordsPerKey
    ) throws(TLSError) {
        TLSFailure.clearQueue()
        guard let ssl = SSL_new(context.pointer) else { throw .library(.drainQueue()) }
        self.ssl = ssl
        self.context = context
        self.recordsPerKey = recordsPerKey
        recordsLeft = recordsPerKey
        emptyRecords = RateLimit(perSecond: context.limits.emptyRecordsPerSecond, now: .uptimeNanoseconds(0))
        sessionKey = host.map { "\($0.text):\(port)" }
        transport = .allocate(capacity: 1)
        transport.initialize(to: TLSTransport())
        guard let bio = TLSTransport.makeBIO(over: transport) else { throw .library(.drainQueue()) }
        SSL_set0_rbio(ssl, bio)  // Takes the one reference.
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        try prepare(host)
    }

    deinit {
        // OpenSSL makes the session of a cut connection unusable, as TLS 1.0 required. TLS 1.3 does not, and terminals
        // that lost their network resume most often.
        SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        SSL_free(ssl)
        transport.deinitialize(count: 1)
        transport.deallocate()
    }

    func attach(_ outbox: TLSOutbox) {
        self.outbox = outbox
        outbox.serve(ssl)
    }

    private func prepare(_ host: TLSPeerName?) throws(TLSError) {
        guard let host else {
            clearHandshake = ClearHandshake()
            return SSL_set_accept_state(ssl)
        }
        SSL_set_connect_state(ssl)
        let isSet =
            if host.isAddress {
                X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.text) == 1
            } else {
                SSL_set1_host(ssl, host.text) == 1 && tickwire_SSL_set_server_name(ssl, host.text) == 1
            }
        guard isSet else { throw .library(.drainQueue()) }
        SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        if let sessionKey, let session = context.sessions.take(for: sessionKey) {
            SSL_set_session(ssl, session.pointer)
            TLSFailure.clearQueue()  // A session that cannot be used only means a full handshake.
        }
    }
}

// MARK: Callbacks from OpenSSL

extension TLSEngine {
    static func of(_ ssl: OpaquePointer?) -> TLSEngine? {
        SSL_get_ex_data(ssl, 0).map { Unmanaged<TLSEngine>.fromOpaque($0).takeUnretainedValue() }
    }

    var hasApplicationProtocol: Bool { applicationProtocol == context.alpn }

    /// The negotiated application protocol, as far as it is known.
    var applicationProtocol: String? {
        if let selected = TLSApplicationProtocol.selected(ssl) { return selected }
        return if case .server(.assumed) = context.role { context.alpn } else { nil }
    }

    /// Notes the reason before the handshake ends, because it says more than OpenSSL's error.
    func refuse(_ reason: TLSError) {
        refusal = reason
    }

    /// Refuses a message that is too long, in the way OpenSSL refuses a hello beyond its own limit.
    func refuseLength() {
        clearHandshake = nil
        // After the ServerHello, alerts are encrypted (RFC 8446, section 6), and OpenSSL cannot send one for us. One in
        // clear text would only confuse the client.
        let isEncrypted = SSL_get_finished(ssl, nil, 0) > 0
        let alert = isEncrypted ? nil : TLSAlert(code: UInt8(SSL_AD_ILLEGAL_PARAMETER), direction: .sent)
        refuse(.handshakeFailed(TLSFailure(library: "TLS", reason: "excessive message size", alert: alert)))
        guard let alert else { return }
        // It follows a HelloRetryRequest that OpenSSL has just written.
        collect()
        unflushed.writeBytes([UInt8(SSL3_RT_ALERT), 3, 3, 0, 2, UInt8(SSL3_AL_FATAL), alert.code])
    }

    func refuseApplicationProtocol() {
        refuse(.noApplicationProtocol(wanted: context.alpn))
    }

    /// Notes a fatal alert. close_notify and user_canceled are not failures.
    func noteAlert(event: Int32, detail: Int32) {
        let code = UInt8(truncatingIfNeeded: detail)
        guard code != UInt8(SSL_AD_CLOSE_NOTIFY), code != UInt8(SSL_AD_USER_CANCELLED) else { return }
        alert = TLSAlert(code: code, direction: event & SSL_CB_READ != 0 ? .received : .sent)
    }

    /// Keeps a ticket for the next connection to the same server. Returns true if it has taken over the session.
    func keep(_ session: OpaquePointer) -> Bool {
        guard let sessionKey, SSL_get_verify_result(ssl) == Int(X509_V_OK) else { return false }
        context.sessions.store(TLSSessionCache.Session(owning: session), for: sessionKey)
        return true
    }
}
