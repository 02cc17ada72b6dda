import COpenSSL

/// A private key as an OpenSSL object.
///
/// `@unchecked Sendable`: the object never changes after `init`, and OpenSSL guards its reference count.
final class TLSPrivateKey: @unchecked Sendable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// A new ECDSA P-256 key, which is small, signs fast, and is accepted everywhere.
    convenience init() throws(TLSError) {
        TLSFailure.clearQueue()
        guard let key = tickwire_EVP_PKEY_new_p256() else { throw .library(.drainQueue()) }
        self.init(owning: key)
    }

    /// Reads the first private key of a PEM file. `path` is only for the error.
    convenience init(pem: [UInt8], path: String) throws(TLSError) {
        TLSFailure.clearQueue()
        defer { TLSFailure.clearQueue() }
        guard let bio = BIO_new_mem_buf(pem, Int32(pem.count)) else { throw .library(.drainQueue()) }
        defer { BIO_free(bio) }
        // Without this callback OpenSSL asks for the passphrase of an encrypted key on the terminal.
        guard let key = PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil) else {
            throw .malformedKey(path: path)
        }
        self.init(owning: key)
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    func pem() throws(TLSError) -> [UInt8] {
        try TLSPEM.written { bio in PEM_write_bio_PrivateKey(bio, self.pointer, nil, nil, 0, nil, nil) == 1 }
    }
}

/// Collects text that OpenSSL writes to a BIO.
enum TLSPEM {
    /// `body` returns whether it could write.
    static func written(_ body: (OpaquePointer) -> Bool) throws(TLSError) -> [UInt8] {
        TLSFailure.clearQueue()
        guard let bio = BIO_new(BIO_s_mem()) else { throw .library(.drainQueue()) }
        defer { BIO_free(bio) }
        guard body(bio) else { throw .library(.drainQueue()) }
        var start: UnsafeMutablePointer<CChar>?
        let count = tickwire_BIO_get_mem_data(bio, &start)
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
