internal import Observation
package import Shared

/// The user's state as this terminal shows it: what the server has, with the changes it has not confirmed laid over it.
@MainActor
@Observable
package final class UserReplica {
    /// What the user is to see.
    package private(set) var state = UserState()
    /// Whether the server's state has come once.
    package private(set) var isComplete = false
    package private(set) var pendingCount = 0
    /// The last refusal, until the user has seen it.
    package private(set) var refusal: String?

    @ObservationIgnored private(set) var clientID: ClientID
    @ObservationIgnored private var optimistic: OptimisticState
    @ObservationIgnored private var journal: PendingJournal?
    @ObservationIgnored private var sentThrough: UInt64 = 0
    @ObservationIgnored private var windowSize = SessionLimits().mutationsInFlight
    /// Sends a change to the server; nil while there is no connection.
    @ObservationIgnored private var send: ((NumberedMutation) -> Void)?

    /// - Parameter journal: where pending changes outlive the process; nil for commands that wait for the answer.
    package init(journal: PendingJournal?) {
        var generator = SystemRandomNumberGenerator()
        self.journal = journal
        clientID = journal?.clientID ?? .random(using: &generator)
        optimistic = OptimisticState(pending: journal?.inherited ?? [])
        show()
    }

    // MARK: Inputs

    /// Shows the change at once, and sends it when there is a connection.
    package func mutate(_ mutation: Mutation) {
        _ = optimistic.enqueue(mutation)
        keep()
        pump()
    }

    package func refusalSeen() { refusal = nil }

    /// Nothing is left to deliver: the next process need not look here.
    package func close() { if optimistic.pending.isEmpty { journal?.remove() } }

    // MARK: Connection

    /// - Returns: false if the server has forgotten what it confirmed: connect again, under the new client id.
    func connected(_ welcome: Welcome, send: @escaping (NumberedMutation) -> Void) -> Bool {
        optimistic.favoritesMax = welcome.limits.favorites
        windowSize = welcome.limits.mutationsInFlight
        guard optimistic.welcomed(lastMutation: welcome.lastMutation) == .nothing else {
            startAnew()
            return false
        }
        self.send = send
        sentThrough = 0
        pump()
        return true
    }

    func disconnected() { send = nil }

    func receive(_ state: UserState) {
        optimistic.received(state)
        if !isComplete { isComplete = true }
        show()
    }

    /// - Returns: what the connection has to do.
    func receive(_ result: MutationResult) -> OptimisticState.Consequence {
        let consequence = optimistic.received(result)
        switch consequence {
        case .refused(let reason): refusal = reason
        case .resendLater, .nothing: break
        case .renumber: startAnew()
        }
        keep()
        pump()
        return consequence
    }

    /// Sends again everything that is not confirmed.
    func resend() {
        sentThrough = 0
        pump()
    }

    private func pump() {
        guard let send else { return }
        let window = optimistic.pending.prefix(windowSize)
        for mutation in window where mutation.number > sentThrough {
            sentThrough = mutation.number
            send(mutation)
        }
    }

    private func startAnew() {
        journal?.remove()
        if journal != nil, let directory = journal?.directory { journal = try? PendingJournal.begin(in: directory) }
        var generator = SystemRandomNumberGenerator()
        clientID = journal?.clientID ?? .random(using: &generator)
        optimistic.renumber()
        keep()
    }

    private func keep() {
        journal?.write(optimistic.pending)
        show()
    }

    private func show() {
        if state != optimistic.visible { state = optimistic.visible }
        if pendingCount != optimistic.pending.count { pendingCount = optimistic.pending.count }
    }
}
