import COpenSSL
import PlatformKit

/// A chain of certificates, the leaf first, as OpenSSL objects.
///
/// `@unchecked Sendable`: the objects never change after `init`, and OpenSSL guards their reference counts.
final class TLSCertificates: @unchecked Sendable {
    let all: [OpaquePointer]

    var leaf: OpaquePointer { all[0] }

    /// Takes ownership of the certificates; there is at least one.
    init(owning all: [OpaquePointer]) {
        precondition(!all.isEmpty, "a chain has a leaf")
        self.all = all
    }

    /// Reads the certificates of a PEM file and skips everything else. `path` is only for the error.
    convenience init(pem: [UInt8], path: String) throws(TLSError) {
        TLSFailure.clearQueue()
        defer { TLSFailure.clearQueue() }  // The end of the file is an error to the PEM reader.
        guard let bio = BIO_new_mem_buf(pem, Int32(pem.count)) else { throw .library(.drainQueue()) }
        defer { BIO_free(bio) }
        var all: [OpaquePointer] = []
        while let certificate = PEM_read_bio_X509(bio, nil, nil, nil) { all.append(certificate) }
        let wasEnd = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
        guard wasEnd, !all.isEmpty else {
            for certificate in all { X509_free(certificate) }
            throw .malformedCertificate(path: path)
        }
        self.init(owning: all)
    }

    deinit {
        for certificate in all { X509_free(certificate) }
    }

    /// Whole days until the leaf expires; negative once it has.
    func daysLeft() -> Int {
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard ASN1_TIME_diff(&days, &seconds, nil, X509_get0_notAfter(leaf)) == 1 else { return 0 }
        return seconds < 0 && days == 0 ? -1 : Int(days)
    }

    /// When the leaf begins to be valid.
    var validFrom: MarketTime { Self.time(X509_get0_notBefore(leaf)) }
    /// When the leaf stops being valid.
    var validUntil: MarketTime { Self.time(X509_get0_notAfter(leaf)) }

    private static func time(_ time: UnsafePointer<ASN1_TIME>?) -> MarketTime {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return MarketTime(seconds: 0) }
        return MarketTime(seconds: Int64(timegm(&parts)))
    }

    func pem() throws(TLSError) -> [UInt8] {
        try TLSPEM.written { (bio: OpaquePointer) in all.allSatisfy { PEM_write_bio_X509(bio, $0) == 1 } }
    }
}
