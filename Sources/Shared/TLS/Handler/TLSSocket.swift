import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The socket of a channel, for what it takes at once: a short way past the channel's list of pending writes.
///
/// Only good while the channel is active and has nothing pending of its own.
struct TLSSocket {
    private let handle: NIOBSDSocket.Handle

    /// Nil for a channel that is no socket.
    init?(of context: ChannelHandlerContext) {
        let handle = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { $0 }
        guard let handle else { return nil }
        self.handle = handle
    }

    /// - Returns: how many bytes it has taken. Of a socket that is full or broken the channel will find out itself.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            let taken = Darwin.send(handle, bytes.baseAddress, bytes.count, 0)  // SO_NOSIGPIPE is set.
        #else
            let taken = Glibc.send(handle, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        #endif
        return max(0, taken)
    }
}
