import COpenSSL

/// The name that a certificate must contain: a host name or an IP address.
///
/// They are distinguished, because an address is compared by its bytes and is not allowed in SNI (RFC 6066, section 3).
struct TLSPeerName: Hashable {
    let text: String
    let isAddress: Bool

    /// Nil if it is neither, so that nothing else gets into a certificate or a ClientHello.
    init?(_ name: String) {
        if let address = a2i_IPADDRESS(name) {
            ASN1_OCTET_STRING_free(address)
            text = name
            isAddress = true
            return
        }
        TLSFailure.clearQueue()
        // A final dot marks a name as absolute for the resolver, and is not a part of the name.
        let host = name.hasSuffix(".") ? String(name.dropLast()) : name
        guard Self.isHostName(host) else { return nil }
        text = host
        isAddress = false
    }

    /// In the notation of OpenSSL's subjectAltName.
    var alternativeName: String {
        (isAddress ? "IP:" : "DNS:") + text
    }

    /// Letters, digits, hyphens and underscores between single dots (RFC 1123, section 2.1, and names in real use).
    private static func isHostName(_ host: String) -> Bool {
        guard (1...253).contains(host.utf8.count) else { return false }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
    }
}
