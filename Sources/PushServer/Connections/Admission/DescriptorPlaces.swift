internal import NIOConcurrencyHelpers
internal import NIOCore

/// The sockets of terminals and nodes, and whether the process's file descriptors allow another one.
final class DescriptorPlaces: Sendable {
    private let sockets = NIOLockedValueBox(0)
    private let budget: @Sendable () -> DescriptorBudget

    /// - Parameter budget: returns the current budget, because an operator may change the limit of a running process (prlimit(1)).
    init(budget: @escaping @Sendable () -> DescriptorBudget) { self.budget = budget }

    /// The number of sockets that are open.
    var taken: Int { sockets.withLockedValue(\.self) }

    /// Whether the process still has enough descriptors for itself after it accepts another socket.
    var hasRoom: Bool { taken < budget().sockets }

    /// Counts a socket until it is closed.
    func take(_ channel: any Channel) {
        sockets.withLockedValue { $0 += 1 }
        channel.closeFuture.whenComplete { [sockets] _ in sockets.withLockedValue { $0 -= 1 } }
    }
}
