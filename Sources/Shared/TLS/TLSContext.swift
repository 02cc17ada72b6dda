import COpenSSL
public import NIOCore
import Synchronization

/// The parts that all connections of one end share: identity or trust, protocol, limits, session tickets.
///
/// Make one for each process and keep it. For a new certificate, a server makes a new context, and open connections
/// keep the old one.
public final class TLSContext: Sendable {
    enum Role: Sendable {
        case server(TLSWithoutOffer)
        case client(TLSTrust)
    }

    /// The `SSL_CTX`. `nonisolated(unsafe)`: OpenSSL locks and counts it, and it never changes after `init`.
    nonisolated(unsafe) let pointer: OpaquePointer
    let role: Role
    let alpn: String
    let limits: TLSLimits
    let sessions = TLSSessionCache()
    private let outboxes = Mutex<[ObjectIdentifier: NIOLoopBound<TLSOutbox>]>([:])

    init(role: Role, alpn: String, limits: TLSLimits) throws(TLSError) {
        precondition((1...255).contains(alpn.utf8.count), "an ALPN name has 1 to 255 bytes (RFC 7301, section 3.1)")
        TLSFailure.clearQueue()
        let method = if case .server = role { TLS_server_method() } else { TLS_client_method() }
        guard let pointer = SSL_CTX_new(method) else { throw .library(.drainQueue()) }
        self.pointer = pointer
        self.role = role
        self.alpn = alpn
        self.limits = limits
    }

    deinit {
        SSL_CTX_free(pointer)
    }

    /// What the connections of this event loop share. Call it on the event loop.
    func outbox(for eventLoop: any EventLoop) -> TLSOutbox {
        outboxes.withLock { outboxes in
            let key = ObjectIdentifier(eventLoop)
            if let known = outboxes[key] { return known }
            let made = NIOLoopBound(TLSOutbox(), eventLoop: eventLoop)
            outboxes[key] = made
            return made
        }.value
    }
}

extension TLSContext {
    /// AES-128 comes first, because every end must have it (RFC 8446, section 9.1) and it costs least for each record.
    private static let cipherSuites = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"
    /// Groups with fast, constant-time code. Large groups would only let strangers use up a server's CPU.
    private static let groups = "X25519:P-256:P-384"

    /// Applies the settings of both ends.
    func applyCommonSettings() throws(TLSError) {
        tickwire_SSL_CTX_set_common_options(pointer)
        // Release: an idle connection keeps no record buffers of 16 KiB. Moving: a repeated write may come from another
        // address.
        tickwire_SSL_CTX_set_mode(pointer, Int(SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER))
        SSL_CTX_set_info_callback(pointer) { ssl, event, detail in
            if event & SSL_CB_ALERT != 0 { TLSEngine.of(ssl)?.noteAlert(event: event, detail: detail) }
        }
        let isSet =
            tickwire_SSL_CTX_only_tls13(pointer) == 1
            && SSL_CTX_set_ciphersuites(pointer, Self.cipherSuites) == 1
            && tickwire_SSL_CTX_set_groups(pointer, Self.groups) == 1
        guard isSet else { throw .library(.drainQueue()) }
    }
}

/// How much time and data a connection may take before it is given up.
public struct TLSLimits: Sendable, Hashable {
    /// From the start of the connection to the end of the handshake. Nil if the caller checks this, which saves a timer
    /// for each connection.
    public var handshake: TimeAmount?
    /// From our close_notify to the peer's. After this time, TCP is closed without it.
    public var close: TimeAmount
    /// How many bytes may be written and kept before the handshake is finished.
    public var bytesBeforeHandshake: Int
    /// How many records without application data (KeyUpdates, tickets, empty ones) the peer may send in a second, after
    /// a burst of ten times as many.
    public var emptyRecordsPerSecond: Int

    public init(
        handshake: TimeAmount? = .seconds(10),
        close: TimeAmount = .seconds(2),
        bytesBeforeHandshake: Int = 64 * 1024,
        emptyRecordsPerSecond: Int = 1
    ) {
        self.handshake = handshake
        self.close = close
        self.bytesBeforeHandshake = bytesBeforeHandshake
        self.emptyRecordsPerSecond = emptyRecordsPerSecond
    }
}
