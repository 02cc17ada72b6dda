import COpenSSL
import NIOCore

/// The wire's end that OpenSSL reads from: ciphertext that arrived.
///
/// It lives in memory of its own, whose address is the BIO's data: the callbacks reach it without reference counting.
struct TLSTransport {
    var inbound = ByteBuffer()

    /// A BIO over the transport, which must live longer. OpenSSL's own memory BIO would copy every byte once more.
    static func makeBIO(over transport: UnsafeMutablePointer<TLSTransport>) -> OpaquePointer? {
        guard let bio = BIO_new(method) else { return nil }
        BIO_set_data(bio, transport)
        BIO_set_init(bio, 1)
        return bio
    }

    /// `nonisolated(unsafe)`: filled in once, under the lock of a static's initialization, and only read afterwards.
    private nonisolated(unsafe) static let method: OpaquePointer? = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "tickwire transport") else {
            return nil
        }
        BIO_meth_set_read(method) { bio, bytes, count in TLSTransport.fill(bytes, count, of: bio) }
        BIO_meth_set_ctrl(method) { _, _, _, _ in 0 }
        return method
    }()

    private static func fill(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int32, of bio: OpaquePointer?) -> Int32 {
        guard let transport = of(bio), let bytes else { return 0 }
        let taken = min(transport.pointee.inbound.readableBytes, Int(count))
        guard taken > 0 else {
            BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            return -1
        }
        BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        transport.pointee.inbound.readWithUnsafeReadableBytes { source in
            let target = UnsafeMutableRawBufferPointer(start: bytes, count: taken)
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<taken]))
            return taken
        }
        return Int32(taken)
    }

    private static func of(_ bio: OpaquePointer?) -> UnsafeMutablePointer<TLSTransport>? {
        BIO_get_data(bio)?.assumingMemoryBound(to: TLSTransport.self)
    }
}
