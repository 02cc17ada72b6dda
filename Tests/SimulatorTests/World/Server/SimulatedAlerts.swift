import Shared

@testable import PushServer

/// The alert hub's part of one life of the server, or of one term of a node that leads: the real rules. All news reaches
/// them late, and their notes may not be stored.
@MainActor
final class SimulatedAlerts {
    let mailbox = Mailbox<AlertHub.Event>()
    private let database: SimulatedDatabase
    private let users: Mailbox<UserHub.Event>
    /// The term in which the node leads; nil for a server that stands alone.
    private let term: UInt32?
    private var rules: AlertRules
    private var watch: AlertWatch
    /// The database from which the alerts were read; nil if they were not read yet.
    private var identity: StoreIdentity?
    private var hasLostTrack = false
    private var events: [AlertHub.Event] = []

    init(
        market: MarketTable,
        database: SimulatedDatabase,
        users: Mailbox<UserHub.Event>,
        term: UInt32? = nil
    ) {
        (rules, watch) = (AlertRules(market: market), AlertWatch(market: market))
        (self.database, self.users, self.term) = (database, users, term)
    }

    /// Nobody knows which alerts users have changed, so all are read again.
    func loseTrack() { hasLostTrack = true }

    var hasEvents: Bool {
        events += mailbox.takeAll()
        return !events.isEmpty
    }

    /// Passes the rules' decisions to the user hub, which answers into the mailbox.
    func handleAll(at time: MarketTime) throws {
        guard hasEvents else { return }
        if identity == nil || hasLostTrack { try load() }
        for event in events { try handle(event) }
        events = []
        rules.secondPassed(at: time)
        for (account, changes) in rules.takeWrites().sorted(by: { $0.account.rawValue < $1.account.rawValue }) {
            try send(changes, of: account)
        }
    }

    private func handle(_ event: AlertHub.Event) throws {
        switch event {
        case .ticked(let diff, let poll):
            rules.follow(diff, poll)
            try watch.follow(diff, poll)
        case .changed(let account, let alerts):
            rules.changed(account, alerts.kept)
            watch.changed(account, alerts.kept)
        case .settled(let account, let changes, let answer): rules.settled(changes, of: account, answer)
        case .ratesChanged(let rates): rules.ratesChanged(rates)
        case .restored:
            rules.forgetAll()
            identity = nil
            try load()
        case .pairsChanged, .fetched, .workedOut, .secondPassed: break
        }
    }

    private func load() throws {
        let alerts = try database.alerts()
        rules.start(alerts)
        if identity == nil {
            watch.start(alerts)
        } else {
            for (account, kept) in alerts { watch.changed(account, kept) }
        }
        (identity, hasLostTrack) = (try database.identity, false)
    }

    /// The rules may return alerts in any order, but a history needs one order.
    private func send(_ changes: [AlertChange], of account: AccountID) throws {
        guard let identity else { return }
        let byAlert = Dictionary(grouping: changes, by: \.alert).sorted { $0.key.rawValue < $1.key.rawValue }
        let ordered = byAlert.flatMap(\.value)
        for change in ordered { try watch.check(change, of: account) }
        users.post(
            .alerts(account, identity, ordered, term: term) { [mailbox] answer in
                mailbox.post(.settled(account, ordered, answer))
            }
        )
    }

    /// The rules once the same prices have come several times, and everything was stored.
    func checkRest() throws {
        for (account, alerts) in try database.alerts() {
            for kept in alerts { try watch.checkRest(kept, of: account) }
        }
    }
}
