import NIOCore

/// Writes that wait for the end of the handshake, in order and bounded.
///
/// This is not TLS 1.3's early data: nothing is sent before the peer is known.
struct TLSEarlyWrites {
    private var writes: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
    private var byteCount = 0

    /// False if this would exceed `limit` bytes. Then nothing is kept.
    mutating func append(_ bytes: ByteBuffer, promise: EventLoopPromise<Void>?, limit: Int) -> Bool {
        guard byteCount + bytes.readableBytes <= limit else { return false }
        byteCount += bytes.readableBytes
        writes.append((bytes, promise))
        return true
    }

    mutating func takeAll() -> [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] {
        let taken = writes
        self = TLSEarlyWrites()
        return taken
    }

    mutating func failAll(_ error: any Error) {
        for write in takeAll() { write.promise?.fail(error) }
    }
}
