internal import Observation
package import Shared

/// The user's table as this terminal shows it: the server's table with the unconfirmed changes applied.
@MainActor
@Observable
package final class UserReplica {
    /// What the connection has to do after a result.
    package enum Consequence: Equatable, Sendable {
        case nothing
        /// Send all pending changes again after a while.
        case resendLater
        /// Connect again under another client id.
        case reconnect
    }

    /// The table to show.
    package var table: UserTable { shown.table }
    /// The user's lists besides Favorites.
    package var lists: [NamedList] { shown.lists }
    /// The alerts that have fired, the newest first.
    package var alertEvents: [AlertEvent] { shown.alertEvents }
    /// The alerts that could not be delivered, the latest first.
    package var lostDeliveries: [LostDelivery] { shown.lostDeliveries }
    /// The choices that the server offers, as far as they are known.
    package private(set) var offers = ServerOffers()
    /// Whether there is a table of the server's, however old.
    package private(set) var isComplete = false
    package private(set) var pendingCount = 0
    /// The place of the latest change that can be taken back, among all changes of this terminal; 0 if there is none.
    private(set) var undoPlace: UInt64 = 0
    /// A problem with the user's own data that the user has not seen yet: a change was refused, or is not on this disk.
    package var problem: String? { problems.first?.description }
    /// How many more problems wait behind it.
    package var problemsWaiting: Int { problems.waitingCount }

    /// Why the server could not store the pending changes; nil if it could, or if nothing is pending.
    package var storeFault: String? { problems.storeFault }
    /// Whether the pending changes outlive this process.
    var isKept: Bool { journals != nil && optimistic.queues.allSatisfy { !unsaved.contains($0.clientID) } }

    private let shown = ShownTable()
    private var problems = ProblemQueue()
    @ObservationIgnored private var optimistic: OptimisticTable
    @ObservationIgnored private let journals: (any PendingStore)?
    @ObservationIgnored private let now: () -> ContinuousClock.Instant
    /// The queues whose last change is not on disk.
    @ObservationIgnored private var unsaved: Set<ClientID> = []
    @ObservationIgnored private var window = MutationWindow(size: SessionLimits().mutationsInFlight)
    /// The database that the table belongs to; nil if it is unknown.
    @ObservationIgnored private var store: UInt64?
    /// The database of the connected server.
    @ObservationIgnored private var serversStore: UInt64?
    /// Whether the held table differs from the server's, so that diffs mean nothing until its table comes.
    @ObservationIgnored private var awaitsTable = true
    /// Results that came before the table with their effects.
    @ObservationIgnored private var unheard: [MutationResult] = []
    /// Sends a change to the server; nil without a connection.
    @ObservationIgnored private var send: ((NumberedMutation) -> Void)?

    /// - Parameters:
    ///   - journals: keeps pending changes beyond the end of the process; nil for commands that wait for the answer.
    ///   - now: the time of a change that is made here.
    package init(journals: (any PendingStore)?, now: @escaping () -> ContinuousClock.Instant = { .now }) {
        (self.journals, self.now) = (journals, now)
        let queues = journals?.queues ?? [MutationQueue(clientID: .random())]
        if let held = journals?.held {
            optimistic = OptimisticTable(held.table, rules: held.rules, queues: queues)
            (store, awaitsTable, isComplete, offers) = (held.store, false, true, held.offers)
        } else {
            optimistic = OptimisticTable(queues: queues)
        }
        for problem in journals?.problems ?? [] { problems.add(problem) }
        show()
    }

    /// The rules of the server.
    package var rules: RecordRules { optimistic.rules }
    /// The client id whose changes the connection delivers.
    var clientID: ClientID { optimistic.current.clientID }

    /// The position of the held table; nil: ask for the whole table.
    var position: UserPosition? {
        awaitsTable ? nil : store.map { UserPosition(store: $0, version: optimistic.confirmed.version) }
    }

    package var favorites: [ListItem] { items(of: .favorites) }
    /// The items of a list in the user's order.
    package func items(of list: ListID) -> [ListItem] { shown.items[list] ?? [] }

    // MARK: Inputs

    /// Shows a change at once, and sends it when there is a connection. A change that the server would refuse is
    /// refused here, for the same reason.
    /// - Parameter mutation: makes the change from the shown table.
    /// - Returns: whether it changes anything.
    @discardableResult
    package func mutate(_ mutation: (UserTable) -> Mutation) -> Bool {
        perform { (table) throws(MutationRefusal) in try table.enqueue(mutation(self.table), at: now()) }
    }

    /// Why the server would refuse a change, for a form that must not be closed then; nil if it would not.
    func refusal(of mutation: Mutation) -> MutationRefusal? {
        var table = table
        do throws(MutationRefusal) {
            try table.apply(mutation, within: rules)
            return nil
        } catch {
            return error
        }
    }

    /// What an undo of this terminal's latest change would do; nil if there is nothing to take back.
    package var undoing: Undoing? { optimistic.undoing }

    /// Takes back this terminal's latest change, except what others have changed since.
    package func undo() {
        _ = perform { (table) throws(MutationRefusal) in try table.undo() }
    }

    private func perform(_ change: (inout OptimisticTable) throws(MutationRefusal) -> Bool) -> Bool {
        do throws(MutationRefusal) {
            guard try change(&optimistic) else { return false }
        } catch {
            noted(.refused(error.description))
            return false
        }
        if send != nil { optimistic.sendsAll() }
        keep(optimistic.own, durably: true)
        show()
        pump()
        return true
    }

    package func noted(_ problem: Problem) { problems.add(problem) }
    package func problemSeen() { problems.seen() }
    /// Removes a problem, whether or not the user has seen it.
    package func problemSettled(_ problem: Problem) { problems.withdraw(problem) }

    /// Removes empty queues, so that the next process need not look at them, and leaves the others to the next replica.
    package func close() {
        for queue in optimistic.queues where queue.pending.isEmpty { journals?.remove(queue.clientID) }
        journals?.release()
    }

    // MARK: Connection

    /// - Returns: `.reconnect` if this client id must not be used any more.
    func connected(_ welcome: Welcome, send: @escaping (NumberedMutation) -> Void) -> Consequence {
        optimistic.rules = welcome.limits.records
        let hasOtherOffers = offers != welcome.offers
        if hasOtherOffers { offers = welcome.offers }
        window = MutationWindow(size: welcome.limits.mutationsInFlight)
        unheard = []
        serversStore = welcome.user.store
        let isRestored = store != nil && store != serversStore || welcome.user.version < optimistic.confirmed.version
        if store != serversStore { awaitsTable = true }
        if isRestored {
            optimistic.changedStore()
            for queue in optimistic.queues where !queue.pending.isEmpty { keep(queue, durably: true) }
        }
        for bytes in optimistic.giveUp(largerThan: welcome.limits.clientFrameBytes) {
            noted(.changeTooLarge(bytes: bytes, limit: welcome.limits.clientFrameBytes))
        }
        show()
        guard agree(withSettled: welcome.lastMutation, forgotten: welcome.forgotten, isRestored: isRestored) else {
            return .reconnect
        }
        optimistic.welcomed(at: welcome.serverTime)
        if !optimistic.current.pending.isEmpty { keep(optimistic.current, durably: true) }
        // A table that has not changed is not sent again, but the next start shows what was kept with it.
        if hasOtherOffers, !awaitsTable { keepTable() }
        self.send = send
        pump()
        return advance()
    }

    func disconnected() { send = nil }

    func receive(_ table: UserTable) -> Consequence {
        if store != nil, store != serversStore { optimistic.changedStore() }
        (store, awaitsTable) = (serversStore, false)
        optimistic.received(table)
        keepTable()
        show()
        if !isComplete { isComplete = true }
        defer { unheard = [] }
        var all = Consequence.nothing
        for result in unheard {
            let consequence = receive(result)
            if consequence == .reconnect { return .reconnect }
            if consequence != .nothing { all = consequence }
        }
        return all
    }

    /// - Returns: the held version if the table differs from the server's. Then the whole table is needed.
    func receive(_ diff: UserDiff) -> UInt64? {
        if awaitsTable { return nil }
        defer { show() }
        do throws(UserTableError) {
            try optimistic.received(diff)
        } catch {
            awaitsTable = true
            return optimistic.confirmed.version
        }
        if diff.from != diff.to { keepTable() }
        return nil
    }

    func receive(_ result: MutationResult) -> Consequence {
        if awaitsTable, store != nil {
            unheard.append(result)
            return .nothing
        }
        window.answered()
        switch result.outcome {
        case .applied:
            optimistic.applied(result.number, version: result.version, isChange: result.isChange)
            settled()
        case .refused(let reason):
            optimistic.refused(result.number)
            settled()
            noted(.refused(reason))
        case .retryLater(let reason):
            // The same changes are refused again each second, and the user is told once.
            if reason != storeFault { problems.storeFailed(reason) }
            window.hold()
            return .resendLater
        case .outOfOrder:
            guard agree(withSettled: result.lastNumber, forgotten: nil, isRestored: true) else { return .reconnect }
            window.goBack()
        }
        pump()
        return advance()
    }

    /// Sends all unconfirmed changes again.
    func resend() {
        window.release()
        pump()
    }

    private func pump() {
        guard let send else { return }
        for mutation in window.take(from: optimistic.current.pending) { send(mutation) }
    }

    // MARK: Queues

    private func settled() {
        // What still waits must outlive a power cut. Without that, a cut may bring back a change that is settled. It is sent once more and
        // gets the same answer.
        keep(optimistic.current, durably: !optimistic.current.pending.isEmpty)
        show()
    }

    private func advance() -> Consequence {
        guard let done = optimistic.advance() else { return .nothing }
        journals?.remove(done.clientID)
        return .reconnect
    }

    /// - Returns: false if the connection must continue under another client id.
    private func agree(withSettled number: UInt64, forgotten: MarketTime?, isRestored: Bool) -> Bool {
        let confirmed = optimistic.current.confirmed
        switch optimistic.agreement(withSettled: number, forgotten: forgotten) {
        case .agreed: return true
        case .usedElsewhere: break
        case .lost: noted(.changesLost(confirmed - number))
        case .forgotten:
            // If the database was restored, nobody knows which of the two is true.
            if isRestored, confirmed > 0 { noted(.changesLost(confirmed)) }
            let unknown = optimistic.dropSent()
            if unknown > 0 { noted(.changesInDoubt(unknown)) }
        }
        giveUpClientID()
        return false
    }

    /// Takes another client id, because a number is never used for two changes.
    private func giveUpClientID() {
        let old = optimistic.current.clientID
        optimistic.renumber(as: .random())
        keep(optimistic.current, replacing: old, durably: true)
        show()
    }

    private func keep(_ queue: MutationQueue, replacing former: ClientID? = nil, durably: Bool) {
        do throws(ProfileError) {
            try journals?.write(queue, replacing: former, durably: durably)
            unsaved.remove(queue.clientID)
        } catch {
            unsaved.insert(queue.clientID)
            noted(.changeNotSaved(reason: error.description))
        }
    }

    private func keepTable() {
        guard let journals, let store else { return }
        journals.keep(HeldTable(store: store, rules: optimistic.rules, offers: offers, table: optimistic.confirmed))
    }

    private func show() {
        shown.show(optimistic.visible)
        if optimistic.pendingCount == 0, storeFault != nil { problems.storeRecovered() }
        if pendingCount != optimistic.pendingCount { pendingCount = optimistic.pendingCount }
        if undoPlace != optimistic.undoPlace { undoPlace = optimistic.undoPlace }
    }
}
