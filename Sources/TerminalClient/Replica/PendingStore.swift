package import Shared

/// Where unconfirmed changes outlive the process, and with them the table that they are changes of.
@MainActor
package protocol PendingStore: AnyObject {
    /// What earlier processes left, the oldest first, then an empty one of this process's own.
    var queues: [MutationQueue] { get }
    /// What was held of the user's table last; nil: nothing, or nothing that can be read.
    var held: HeldTable? { get }
    /// What the user is to be told of what earlier processes left.
    var problems: [Problem] { get }
    /// Makes the queue what a later process would find, in one write: its id, what is confirmed, what is pending.
    /// - Parameters:
    ///   - former: the client id that it had until now.
    ///   - durably: whether it is to outlive a power cut, too, once this returns.
    func write(_ queue: MutationQueue, replacing former: ClientID?, durably: Bool) throws(ProfileError)
    /// Of a client id that leaves nothing behind.
    func remove(_ clientID: ClientID)
    /// Where that fails, a later process asks the server for more.
    func keep(_ held: HeldTable)
}

/// The user's table as a server has told it, and the rules and offers that it told.
package struct HeldTable: Equatable, Sendable {
    package var store: UInt64
    package var rules: RecordRules
    package var offers: ServerOffers
    package var table: UserTable

    package init(store: UInt64, rules: RecordRules, offers: ServerOffers, table: UserTable) {
        (self.store, self.rules, self.offers, self.table) = (store, rules, offers, table)
    }
}
