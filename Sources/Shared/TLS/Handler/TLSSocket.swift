import NIOCore
import PlatformKit

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
        max(0, Sockets.send(bytes, to: handle))
    }
}
