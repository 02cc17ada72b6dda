import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The socket of a channel, for writing directly past the channel's list of pending writes.
///
/// It may be used only while the channel is active and has no pending writes.
struct TLSSocket {
    private let handle: NIOBSDSocket.Handle

    /// Nil for a channel that is not a socket.
    init?(of context: ChannelHandlerContext) {
        let handle = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { $0 }
        guard let handle else { return nil }
        self.handle = handle
    }

    /// - Returns: how many bytes it has taken. If the socket is full or broken, the channel finds out itself.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            let taken = Darwin.send(handle, bytes.baseAddress, bytes.count, 0)  // SO_NOSIGPIPE is set.
        #else
            let taken = Glibc.send(handle, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        #endif
        return max(0, taken)
    }
}
