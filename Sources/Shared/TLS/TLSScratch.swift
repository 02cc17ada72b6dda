import NIOCore

/// One buffer for ciphertext, lent in turn to all connections of an event loop.
///
/// A small write that the socket takes at once costs no allocation, and an idle connection keeps no buffer. A buffer
/// that the socket has not taken yet stays with its pending write, and the loop gets a new one.
final class TLSScratch {
    /// Most of what is sent fits. Larger writes allocate their own, so that one snapshot to a stalled reader does not
    /// pin a large buffer.
    static let capacity = 16 * 1024

    private let allocator = ByteBufferAllocator()
    private var spare = ByteBuffer()

    /// An empty buffer with room for `bytes`.
    func borrow(_ bytes: Int) -> ByteBuffer {
        guard bytes <= Self.capacity else { return allocator.buffer(capacity: bytes) }
        guard spare.capacity > 0 else { return allocator.buffer(capacity: Self.capacity) }
        var lent = ByteBuffer()
        swap(&lent, &spare)
        return lent
    }

    /// Takes a buffer back if nobody else holds it any more.
    func giveBack(_ buffer: consuming ByteBuffer) {
        guard buffer.storageCapacity == Self.capacity else { return }
        if buffer.modifyIfUniquelyOwned({ $0.clear() }) != nil { spare = buffer }
    }
}
