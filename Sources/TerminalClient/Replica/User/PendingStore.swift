package import Shared

/// Keeps unconfirmed changes beyond the end of the process, together with the table that they change.
@MainActor
package protocol PendingStore: AnyObject {
    /// The queues that earlier processes left, the oldest first, then an empty one for this process.
    var queues: [MutationQueue] { get }
    /// The last known table of the user; nil if there is none that can be read.
    var held: HeldTable? { get }
    /// What the user must know about changes that earlier processes left.
    var problems: [Problem] { get }
    /// Stores the whole queue in one write: its id, what is confirmed, and what is pending.
    /// - Parameters:
    ///   - former: the client id of the queue until now.
    ///   - durably: whether the queue must survive a power cut once this returns.
    func write(_ queue: MutationQueue, replacing former: ClientID?, durably: Bool) throws(ProfileError)
    /// Removes the queue of a client id that has nothing left to deliver.
    func remove(_ clientID: ClientID)
    /// Leaves the queues to whoever opens them next, in this process or another one.
    func release()
    /// Stores the table. If that fails, a later process asks the server for more.
    func keep(_ held: HeldTable)
}

/// A user's table as a server has sent it, with that server's rules and offers.
package struct HeldTable: Equatable, Sendable {
    package var store: UInt64
    package var rules: RecordRules
    package var offers: ServerOffers
    package var table: UserTable

    package init(store: UInt64, rules: RecordRules, offers: ServerOffers, table: UserTable) {
        (self.store, self.rules, self.offers, self.table) = (store, rules, offers, table)
    }
}
