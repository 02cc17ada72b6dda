import COpenSSL

/// How a server treats clients that offer no application protocol. An offer without its own protocol is always refused.
public enum TLSWithoutOffer: Sendable {
    /// They are refused, like clients that offer other protocols.
    case refused
    /// They count as speaking the server's protocol, as HTTPS clients without an offer speak HTTP/1.1.
    case assumed
}

/// ALPN (RFC 7301), which a terminal and its server require. It refuses another protocol before it can be misread as
/// ours.
enum TLSApplicationProtocol {
    /// A list of one name in the extension's form, in which each name follows a byte with its length.
    static func encoded(_ name: String) -> [UInt8] {
        [UInt8(name.utf8.count)] + Array(name.utf8)
    }

    /// The protocol that the handshake has chosen so far.
    static func selected(_ ssl: OpaquePointer) -> String? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &count)
        guard let name, count > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    /// Server: ends the handshake with no_application_protocol if the client offers nothing.
    static func demandOffer(_ ssl: OpaquePointer?, _ alert: UnsafeMutablePointer<Int32>?) -> Int32 {
        var offer: UnsafePointer<UInt8>?
        var count = 0
        let kind = UInt32(TLSEXT_TYPE_application_layer_protocol_negotiation)
        if SSL_client_hello_get0_ext(ssl, kind, &offer, &count) == 1 { return SSL_CLIENT_HELLO_SUCCESS }
        TLSEngine.of(ssl)?.refuseApplicationProtocol()
        alert?.pointee = SSL_AD_NO_APPLICATION_PROTOCOL
        return SSL_CLIENT_HELLO_ERROR
    }

    /// Server: chooses our protocol from the client's offer, or ends the handshake with no_application_protocol.
    static func select(
        _ ssl: OpaquePointer?,
        from offer: UnsafeBufferPointer<UInt8>,
        into selected: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ selectedCount: UnsafeMutablePointer<UInt8>?
    ) -> Int32 {
        guard let engine = TLSEngine.of(ssl) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        var rest = offer[...]
        while let count = rest.popFirst(), rest.count >= count {
            let name = UnsafeBufferPointer(rebasing: rest.prefix(Int(count)))
            if name.elementsEqual(engine.context.alpn.utf8) {
                selected?.pointee = name.baseAddress
                selectedCount?.pointee = count
                return SSL_TLSEXT_ERR_OK
            }
            rest = rest.dropFirst(Int(count))
        }
        engine.refuseApplicationProtocol()
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
