import COpenSSL

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
