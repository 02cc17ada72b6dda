internal import Observation
package import Shared

/// The user's table as this terminal shows it: what the server has, with the changes it has not confirmed laid over it.
@MainActor
@Observable
package final class UserReplica {
    /// What a result asks of the connection.
    package enum Consequence: Equatable, Sendable {
        case nothing
        /// Send again what is pending, after a while.
        case resendLater
        /// Go on under another client id, with a new connection.
        case reconnect
    }

    /// What the user is to see.
    package private(set) var table = UserTable()
    /// What is in the user's lists in `table`.
    private var items: [ListID: [ListItem]] = [:]
    /// The user's lists beside the favorites, in `table`.
    package private(set) var lists: [NamedList] = []
    /// Alerts that have fired, in `table`, the newest first.
    package private(set) var alertEvents: [AlertEvent] = []
    /// What the server gives the choice of, as far as it has said.
    package private(set) var offers = ServerOffers()
    /// Whether a table of the server's is held, however old it is.
    package private(set) var isComplete = false
    package private(set) var pendingCount = 0
    /// What went wrong with the user's own things, until it has been seen: a change was refused, or is not on this disk.
    package var problem: String? { problems.first?.description }
    /// How many more of these there are to see.
    package var problemsWaiting: Int { problems.waitingCount }

    private var problems = ProblemQueue()
    @ObservationIgnored private var optimistic: OptimisticTable
    @ObservationIgnored private let journals: (any PendingStore)?
    @ObservationIgnored private var window = MutationWindow(size: SessionLimits().mutationsInFlight)
    /// Which database the table is of; nil: none has told one.
    @ObservationIgnored private var store: UInt64?
    /// Which database is connected.
    @ObservationIgnored private var serversStore: UInt64?
    /// What is held is not the server's: until its table comes, diffs mean nothing.
    @ObservationIgnored private var awaitsTable = true
    /// Results that came before the table that holds their effects.
    @ObservationIgnored private var unheard: [MutationResult] = []
    /// Sends a change to the server; nil while there is no connection.
    @ObservationIgnored private var send: ((NumberedMutation) -> Void)?

    /// - Parameter journals: where pending changes outlive the process; nil for commands that wait for the answer.
    package init(journals: (any PendingStore)?) {
        self.journals = journals
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

    /// What the server takes.
    package var rules: RecordRules { optimistic.rules }
    /// Whose changes the connection delivers.
    var clientID: ClientID { optimistic.current.clientID }

    /// What is held of the server's table; nil: it is to be sent as a whole.
    var position: UserPosition? {
        awaitsTable ? nil : store.map { UserPosition(store: $0, version: optimistic.confirmed.version) }
    }

    package var favorites: [ListItem] { items(of: .favorites) }
    /// In the user's order.
    package func items(of list: ListID) -> [ListItem] { items[list] ?? [] }
    /// The favorites first.
    package var listNames: [String] { [ListName.favorites.text] + lists.map(\.name.visible) }

    // MARK: Inputs

    /// Shows a change at once, and sends it when there is a connection. What the server would refuse is refused here, in its words.
    /// - Parameters:
    ///   - end: until when it can be taken back; nil: as long as it is the latest.
    ///   - mutation: the change of what the user sees.
    /// - Returns: whether it changes anything.
    @discardableResult
    package func mutate(
        undoableUntil end: ContinuousClock.Instant? = nil,
        _ mutation: (UserTable) -> Mutation
    ) -> Bool {
        perform { (table) throws(MutationRefusal) in try table.enqueue(mutation(self.table), undoableUntil: end) }
    }

    /// What taking this terminal's latest change back would do; nil if there is nothing to take back.
    package func undoing(at now: ContinuousClock.Instant) -> Undoing? { optimistic.undoing(at: now) }

    /// Takes this terminal's latest change back, and nothing that others have changed.
    package func undo(at now: ContinuousClock.Instant) {
        _ = perform { (table) throws(MutationRefusal) in try table.undo(at: now) }
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
    /// Whether or not it has been seen.
    package func problemSettled(_ problem: Problem) { problems.withdraw(problem) }

    /// Nothing is left to deliver: the next process need not look here.
    package func close() {
        for queue in optimistic.queues where queue.pending.isEmpty { journals?.remove(queue.clientID) }
    }

    // MARK: Connection

    /// - Returns: `.reconnect` if this client id must not be used on.
    func connected(_ welcome: Welcome, send: @escaping (NumberedMutation) -> Void) -> Consequence {
        optimistic.rules = welcome.limits.records
        if offers != welcome.offers { offers = welcome.offers }
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
        for result in unheard {
            let consequence = receive(result)
            if consequence != .nothing { return consequence }
        }
        return .nothing
    }

    /// - Returns: the version that is held, if that is not what the server has: then its table is to be asked for.
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
        case .retryLater:
            window.hold()
            return .resendLater
        case .outOfOrder:
            guard agree(withSettled: result.lastNumber, forgotten: nil, isRestored: true) else { return .reconnect }
            window.goBack()
        }
        pump()
        return advance()
    }

    /// Sends again everything that is not confirmed.
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
        // Lost in a power cut, it is sent once more and answered as before.
        keep(optimistic.current, durably: false)
        show()
    }

    private func advance() -> Consequence {
        guard let done = optimistic.advance() else { return .nothing }
        journals?.remove(done.clientID)
        return .reconnect
    }

    /// - Returns: false if the connection must go on under another client id.
    private func agree(withSettled number: UInt64, forgotten: MarketTime?, isRestored: Bool) -> Bool {
        let confirmed = optimistic.current.confirmed
        switch optimistic.agreement(withSettled: number, forgotten: forgotten) {
        case .agreed: return true
        case .usedElsewhere: break
        case .lost: noted(.changesLost(confirmed - number))
        case .forgotten:
            // Of a database that was restored it cannot be known which of the two it is.
            if isRestored, confirmed > 0 { noted(.changesLost(confirmed)) }
            let unknown = optimistic.dropSent()
            if unknown > 0 { noted(.changesInDoubt(unknown)) }
        }
        giveUpClientID()
        return false
    }

    /// Numbers are never used for two things.
    private func giveUpClientID() {
        let old = optimistic.current.clientID
        optimistic.renumber(as: .random())
        keep(optimistic.current, replacing: old, durably: true)
        show()
    }

    private func keep(_ queue: MutationQueue, replacing former: ClientID? = nil, durably: Bool) {
        do throws(ProfileError) {
            try journals?.write(queue, replacing: former, durably: durably)
        } catch {
            noted(.changeNotSaved(reason: error.description))
        }
    }

    private func keepTable() {
        guard let journals, let store else { return }
        journals.keep(HeldTable(store: store, rules: optimistic.rules, offers: offers, table: optimistic.confirmed))
    }

    private func show() {
        if table != optimistic.visible {
            table = optimistic.visible
            let (items, lists) = (table.allItems, table.lists)
            if items != self.items { self.items = items }
            if lists != self.lists { self.lists = lists }
            let alertEvents = table.alertEvents
            if alertEvents != self.alertEvents { self.alertEvents = alertEvents }
        }
        if pendingCount != optimistic.pendingCount { pendingCount = optimistic.pendingCount }
    }
}

extension ClientID {
    static func random() -> ClientID {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}
