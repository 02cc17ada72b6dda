import COpenSSL
import NIOCore

/// The ciphertext that has arrived, from which OpenSSL reads.
///
/// It is in separate memory, whose address is the BIO's data, so that the callbacks need no reference counting.
struct TLSTransport {
    var inbound = ByteBuffer()
    /// How many more records OpenSSL may read to their end. It reads until it has data, and cannot be stopped between
    /// records otherwise.
    var recordsLeft = Int.max
    private var bounds = TLSRecordBounds()

    /// A BIO over the transport, which must outlive it. OpenSSL's own memory BIO would copy every byte once more.
    static func makeBIO(over transport: UnsafeMutablePointer<TLSTransport>) -> OpaquePointer? {
        guard let bio = BIO_new(method) else { return nil }
        BIO_set_data(bio, transport)
        BIO_set_init(bio, 1)
        return bio
    }

    /// `nonisolated(unsafe)`: it is set once, under the lock of a static's initialization, and only read afterwards.
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
        let taken = transport.pointee.take(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
        guard taken > 0 else {
            BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            return -1
        }
        BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        return Int32(taken)
    }

    /// - Returns: how many bytes there are now. They never belong to two records, or to a record that may not be read.
    private mutating func take(into target: UnsafeMutableRawBufferPointer) -> Int {
        if recordsLeft == 0, bounds.isAtStart { return 0 }
        let count = min(inbound.readableBytes, target.count, bounds.bytesToBound)
        inbound.readWithUnsafeReadableBytes { source in
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
            return count
        }
        if bounds.pass(target[..<count]) { recordsLeft -= 1 }
        return count
    }

    private static func of(_ bio: OpaquePointer?) -> UnsafeMutablePointer<TLSTransport>? {
        BIO_get_data(bio)?.assumingMemoryBound(to: TLSTransport.self)
    }
}
