import COpenSSL
import NIOCore

/// The buffer to which OpenSSL writes ciphertext. All connections of an event loop share it and use it again for each
/// delivery.
///
/// It is empty between two calls of an engine, because each call takes out what its connection has written.
final class TLSOutbox {
    /// In separate memory, whose address is the BIO's data, so that the callback needs no reference counting.
    fileprivate struct Contents {
        var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: TLSOutbox.capacity, alignment: 16)
        var count = 0
    }

    /// Most writes fit into this. The larger memory for a snapshot is released after it.
    private static let capacity = 16 * 1024

    private let contents: UnsafeMutablePointer<Contents>
    private let bio: OpaquePointer
    private let allocator = ByteBufferAllocator()

    init() {
        contents = .allocate(capacity: 1)
        contents.initialize(to: Contents())
        guard let bio = BIO_new(Self.method) else { preconditionFailure("OpenSSL has no memory left") }
        BIO_set_data(bio, contents)
        BIO_set_init(bio, 1)
        self.bio = bio
    }

    deinit {
        // No connection uses it any more, because their engines hold this object.
        BIO_free(bio)
        contents.pointee.memory.deallocate()
        contents.deallocate()
    }

    /// Lets a connection write to it. The connection must not outlive it.
    func serve(_ ssl: OpaquePointer) {
        BIO_up_ref(bio)
        SSL_set0_wbio(ssl, bio)
    }

    var isEmpty: Bool { contents.pointee.count == 0 }

    /// All bytes in it.
    private var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: contents.pointee.memory[..<contents.pointee.count])
    }

    /// Moves all bytes to the end of `buffer`.
    func empty(into buffer: inout ByteBuffer) {
        if isEmpty { return }
        if buffer.readableBytes == 0 { buffer = allocator.buffer(capacity: contents.pointee.count) }
        buffer.writeBytes(bytes)
        clear()
    }

    /// Writes at once what the socket takes.
    /// - Returns: the rest; nil if there is none.
    func empty(into socket: TLSSocket) -> ByteBuffer? {
        let taken = socket.send(bytes)
        defer { clear() }
        if taken == contents.pointee.count { return nil }
        return allocator.buffer(bytes: bytes[taken...])
    }

    private func clear() {
        contents.pointee.count = 0
        guard contents.pointee.memory.count > Self.capacity else { return }
        contents.pointee.memory.deallocate()
        contents.pointee = Contents()
    }

    // MARK: As OpenSSL sees it

    /// `nonisolated(unsafe)`: it is set once, under the lock of a static's initialization, and only read afterwards.
    private nonisolated(unsafe) static let method: OpaquePointer? = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "tickwire outbox") else {
            return nil
        }
        BIO_meth_set_write(method) { bio, bytes, count in TLSOutbox.append(bytes, count, from: bio) }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return method
    }()

    private static func append(_ bytes: UnsafePointer<CChar>?, _ count: Int32, from bio: OpaquePointer?) -> Int32 {
        guard let contents = BIO_get_data(bio)?.assumingMemoryBound(to: Contents.self), let bytes, count > 0 else {
            return 0
        }
        contents.pointee.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return count
    }
}

extension TLSOutbox.Contents {
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if count + bytes.count > memory.count { grow(to: max(count + bytes.count, 2 * memory.count)) }
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    private mutating func grow(to size: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        memory.deallocate()
        memory = larger
    }
}
