internal import NIOCore
internal import Synchronization

/// How many ask the admin port at once: an operator, a probe and a few scrapers, and not what terminals need of sockets.
final class AdminConnections: Sendable {
    static let most = 64

    private let count = Atomic<Int>(0)

    /// - Throws: `ChannelError.ioOnClosedChannel` where there are too many: the connection is closed without a word.
    func admit(_ channel: any Channel) throws {
        let now = count.add(1, ordering: .relaxed).newValue
        channel.closeFuture.whenComplete { _ in self.count.subtract(1, ordering: .relaxed) }
        if now > Self.most { throw ChannelError.ioOnClosedChannel }
    }
}
