import COpenSSL
import PlatformKit

extension TLSIdentity {
    private static let validityDays: Int32 = 3650

    /// A new P-256 key and a self-signed certificate for this host and `names` (host names or IP addresses).
    ///
    /// It is not a certificate authority: trusting it means trusting this key, and nothing that the key signs.
    /// - Parameter start: when it begins to be valid, in seconds from now. The default is an hour ago, for clients
    ///   whose clock is slow.
    public static func create(names: [String] = [], start: Int = -3600) throws(TLSError) -> TLSIdentity {
        let subjectAltNames = try alternativeNames(names)
        let key = try TLSPrivateKey()
        TLSFailure.clearQueue()
        guard let certificate = X509_new() else { throw .library(.drainQueue()) }
        let certificates = TLSCertificates(owning: [certificate])
        let isMade =
            fillIn(certificate, key: key, start: start)
            && add(NID_basic_constraints, "critical,CA:FALSE", to: certificate)
            && add(NID_key_usage, "critical,digitalSignature", to: certificate)
            && add(NID_ext_key_usage, "serverAuth", to: certificate)
            && add(NID_subject_alt_name, subjectAltNames, to: certificate)
            && X509_sign(certificate, key.pointer, EVP_sha256()) > 0
        guard isMade else { throw .library(.drainQueue()) }
        return TLSIdentity(certificates: certificates, key: key)
    }

    private static func fillIn(_ certificate: OpaquePointer, key: TLSPrivateKey, start: Int) -> Bool {
        let subject = X509_get_subject_name(certificate)
        let notBefore = X509_time_adj_ex(X509_getm_notBefore(certificate), 0, start, nil)
        let notAfter = X509_time_adj_ex(X509_getm_notAfter(certificate), validityDays, 0, nil)
        return notBefore != nil && notAfter != nil
            && X509_set_version(certificate, 2) == 1
            && setRandomSerial(certificate)
            && X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, "tickwire", -1, -1, 0) == 1
            && X509_set_issuer_name(certificate, subject) == 1
            && X509_set_pubkey(certificate, key.pointer) == 1
    }

    /// 127 random bits: positive, and within the 20 octets of RFC 5280, section 4.1.2.2.
    private static func setRandomSerial(_ certificate: OpaquePointer) -> Bool {
        var bytes = SecureRandom.bytes(16)
        bytes[0] = bytes[0] & 0x7f | 0x40
        guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else { return false }
        defer { BN_free(number) }
        return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
    }

    private static func add(_ nid: Int32, _ value: String, to certificate: OpaquePointer) -> Bool {
        guard let part = X509V3_EXT_conf_nid(nil, nil, nid, value) else { return false }
        defer { X509_EXTENSION_free(part) }
        return X509_add_ext(certificate, part, -1) == 1
    }

    private static func alternativeNames(_ names: [String]) throws(TLSError) -> String {
        var all = ["localhost", "127.0.0.1", "::1"]
        // The host's own name is only added if a certificate can contain it.
        if let own = hostName(), TLSPeerName(own) != nil { all.append(own) }
        all += names
        var entries: [String] = []
        for text in all {
            guard let name = TLSPeerName(text) else { throw .invalidName(text) }
            if !entries.contains(name.alternativeName) { entries.append(name.alternativeName) }
        }
        return entries.joined(separator: ",")
    }

    private static func hostName() -> String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
