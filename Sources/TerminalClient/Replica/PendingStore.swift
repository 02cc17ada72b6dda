package import Shared

/// Where unconfirmed changes outlive the process.
@MainActor
package protocol PendingStore: AnyObject {
    /// What earlier processes left, the oldest first, then an empty one of this process's own.
    var queues: [MutationQueue] { get }
    /// Makes the queue's pending changes what a later process would find.
    /// - Parameter durably: whether they are to outlive a power cut, too, once this returns.
    func write(_ queue: MutationQueue, durably: Bool) throws(ProfileError)
    /// Of a client id that leaves nothing behind.
    func remove(_ clientID: ClientID)
}
