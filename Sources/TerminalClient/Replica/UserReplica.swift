internal import Observation
package import Shared

/// The user's state as this terminal shows it: what the server has, with the changes it has not confirmed laid over it.
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
    package private(set) var state = UserState()
    /// Whether the server's state has come once.
    package private(set) var isComplete = false
    package private(set) var pendingCount = 0
    /// What went wrong with the user's own things, until it has been seen: a change was refused, or is not on this disk.
    package var problem: String? { problems.first }
    /// How many more of these there are to see.
    package var problemsWaiting: Int { problems.waitingCount }

    private var problems = Problems()
    private var undoStack = UndoStack()
    /// How many changes this process has made.
    @ObservationIgnored private var changeCount = 0
    @ObservationIgnored private var optimistic: OptimisticState
    @ObservationIgnored private let journals: (any PendingStore)?
    @ObservationIgnored private var window = MutationWindow(size: SessionLimits().mutationsInFlight)
    /// Which database the server had.
    @ObservationIgnored private var store: UInt64 = 0
    /// Sends a change to the server; nil while there is no connection.
    @ObservationIgnored private var send: ((NumberedMutation) -> Void)?

    /// - Parameter journals: where pending changes outlive the process; nil for commands that wait for the answer.
    package init(journals: (any PendingStore)?) {
        self.journals = journals
        optimistic = OptimisticState(queues: journals?.queues ?? [MutationQueue(clientID: .random())])
        show()
    }

    /// Whose changes the connection delivers.
    var clientID: ClientID { optimistic.current.clientID }

    // MARK: Inputs

    /// Shows the change at once, and sends it when there is a connection.
    /// - Parameter end: until when it can be taken back; nil: as long as it is the latest.
    package func mutate(_ mutation: Mutation, undoableUntil end: ContinuousClock.Instant? = nil) {
        let before = state
        apply([mutation])
        undoStack.note(mutation, number: changeCount, before: before, after: state, until: end)
    }

    /// What would take this terminal's latest change back; nil if there is nothing to take back.
    package func undoable(at now: ContinuousClock.Instant) -> UndoStack.Undoing? {
        undoStack.latest(in: state, at: now)
    }

    /// Takes this terminal's latest change back, and nothing that others have changed.
    package func undo(at now: ContinuousClock.Instant) {
        if let undoing = undoStack.pop(in: state, at: now) { apply(undoing.mutations) }
    }

    /// However many they are, they are written to the disk once.
    private func apply(_ mutations: [Mutation]) {
        if mutations.isEmpty { return }
        changeCount += mutations.count
        optimistic.enqueue(mutations)
        keep(optimistic.queues[optimistic.queues.count - 1], durably: true)
        show()
        pump()
    }

    package func noted(_ problem: String) { problems.add(problem) }
    package func problemSeen() { problems.seen() }
    /// Whether or not it has been seen.
    package func problemSettled(_ problem: String) { problems.withdraw(problem) }

    /// Nothing is left to deliver: the next process need not look here.
    package func close() {
        for queue in optimistic.queues where queue.pending.isEmpty { journals?.remove(queue.clientID) }
    }

    // MARK: Connection

    /// - Returns: `.reconnect` if this client id must not be used on.
    func connected(_ welcome: Welcome, send: @escaping (NumberedMutation) -> Void) -> Consequence {
        optimistic.favoritesMax = welcome.limits.favorites
        show()
        window = MutationWindow(size: welcome.limits.mutationsInFlight)
        let isRestored = store != 0 && welcome.store != store
        store = welcome.store
        if isRestored { noted("The server's database was restored from a backup; later changes may be missing.") }
        guard !isRestored, agree(withSettled: welcome.lastMutation) else {
            giveUpClientID()
            return .reconnect
        }
        self.send = send
        pump()
        return advance()
    }

    func disconnected() { send = nil }

    func receive(_ state: UserState) {
        optimistic.received(state)
        if !isComplete { isComplete = true }
        show()
    }

    func receive(_ result: MutationResult) -> Consequence {
        window.answered()
        switch result.outcome {
        case .applied: settle(result.number)
        case .refused(let reason):
            if let change = ownChange(result.number) { undoStack.refused(change) }
            settle(result.number)
            noted(reason)
        case .retryLater:
            window.hold()
            return .resendLater
        case .outOfOrder:
            guard agree(withSettled: result.lastNumber) else {
                giveUpClientID()
                return .reconnect
            }
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

    private func settle(_ number: UInt64) {
        optimistic.current.settle(through: number)
        // Lost in a power cut, it is sent once more and answered as before.
        keep(optimistic.current, durably: false)
        show()
    }

    /// This process's own changes that the server has not answered.
    private var unsettled: [NumberedMutation] { optimistic.queues[optimistic.queues.count - 1].pending }

    /// Which of this process's changes has a number on the connection; nil where it delivers an earlier process's.
    private func ownChange(_ number: UInt64) -> Int? {
        guard optimistic.queues.count == 1, let index = unsettled.firstIndex(where: { $0.number == number }) else {
            return nil
        }
        return changeCount - unsettled.count + index + 1
    }

    private func advance() -> Consequence {
        guard let done = optimistic.advance() else { return .nothing }
        journals?.remove(done.clientID)
        return .reconnect
    }

    private func agree(withSettled number: UInt64) -> Bool {
        let isAgreed = optimistic.current.agrees(withSettled: number)
        if !isAgreed { show() }
        return isAgreed
    }

    /// Numbers are never used for two things.
    private func giveUpClientID() {
        let old = optimistic.current.clientID
        optimistic.current.renumber(as: .random())
        // First the new file, then away with the old one: a crash in between delivers twice what may be done twice.
        keep(optimistic.current, durably: true)
        journals?.remove(old)
        show()
    }

    private func keep(_ queue: MutationQueue, durably: Bool) {
        do throws(ProfileError) {
            try journals?.write(queue, durably: durably)
        } catch {
            noted("This change is not on this disk: \(error). It is lost if the terminal ends before it arrives.")
        }
    }

    private func show() {
        if state != optimistic.visible { state = optimistic.visible }
        undoStack.follow(state, settled: changeCount - unsettled.count)
        if pendingCount != optimistic.pendingCount { pendingCount = optimistic.pendingCount }
    }
}

extension ClientID {
    static func random() -> ClientID {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}
