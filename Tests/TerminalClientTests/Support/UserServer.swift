import Shared
import TestSupport

@testable import TerminalClient

/// The server's side of one user's data, for terminals that connect one after the other.
@MainActor
final class UserServer {
    fileprivate struct Client {
        var lastNumber: UInt64 = 0
        var history = MutationHistory()
    }

    /// The content of a backup.
    struct Database {
        fileprivate(set) var store: UInt64 = 1
        var table = UserTable()
        fileprivate var clients: [ClientID: Client] = [:]
        /// The latest time at which a forgotten client was connected.
        fileprivate var forgotten: MarketTime?
    }

    var database = Database()
    var rules = {
        var rules = RecordRules()
        rules.deliveryOrigins = ["https://ntfy.sh"]
        return rules
    }()
    var offers = ServerOffers.test
    /// The largest frame that it accepts, and the largest that came.
    var frameBytes = SessionLimits().clientFrameBytes
    private(set) var largestFrame = 0
    /// How often a terminal asked for the whole table.
    private(set) var tablesAsked = 0
    /// Time passes with each connection.
    private var now = MarketTime(seconds: 1)

    init(_ table: UserTable = UserTable()) { database.table = table }

    var table: UserTable { database.table }

    /// Replaces the database by a backup.
    func restore(_ backup: Database) {
        let store = database.store
        database = backup
        database.store = store + 1
    }

    /// Forgets all clients, as if they had been away for long.
    func forgetClients() { (database.clients, database.forgotten) = ([:], now) }

    /// Applies a change of another terminal.
    func change(_ mutation: (UserTable) -> Mutation) { database.table.change(mutation) }

    /// A terminal connects, gets the news, delivers its pending changes, and loses the connection again.
    /// - Parameter answers: whether it gets the results of its changes.
    func sync(_ replica: UserReplica, answers: Bool = true) {
        var sent: [NumberedMutation] = []
        var isOver = false
        while !isOver {
            sent = []
            let held = replica.position
            if replica.connected(welcome(replica.clientID), send: { sent.append($0) }) == .nothing {
                isOver = serve(replica, holding: held, answers: answers) { sent.isEmpty ? nil : sent.removeFirst() }
            }
            replica.disconnected()
        }
    }

    /// - Returns: false if the terminal wants another connection.
    private func serve(
        _ replica: UserReplica,
        holding held: UserPosition?,
        answers: Bool,
        next: () -> NumberedMutation?
    ) -> Bool {
        if let held, held.store == database.store, let diff = table.diff(since: held.version) {
            tell(diff, replica)
        } else {
            _ = replica.receive(table)
        }
        while let mutation = next() {
            let result = perform(mutation, of: replica.clientID)
            if !answers { continue }
            if let version = replica.position?.version, let diff = table.diff(since: version) { tell(diff, replica) }
            if replica.receive(result) == .reconnect { return false }
        }
        return true
    }

    private func tell(_ diff: UserDiff, _ replica: UserReplica) {
        if replica.receive(diff) == nil { return }
        tablesAsked += 1
        _ = replica.receive(table)
    }

    func welcome(_ client: ClientID) -> Welcome {
        var limits = SessionLimits()
        limits.records = rules
        limits.clientFrameBytes = frameBytes
        now = now.adding(seconds: 1)
        return Welcome(
            version: 1,
            serverVersion: "1",
            serverTime: now,
            userName: "ada",
            epoch: MarketEpoch(rawValue: 1),
            lastMutation: database.clients[client]?.lastNumber ?? 0,
            forgotten: database.clients[client] == nil ? database.forgotten : nil,
            limits: limits,
            user: UserPosition(store: database.store, version: table.version),
            offers: offers
        )
    }

    private func perform(_ numbered: NumberedMutation, of id: ClientID) -> MutationResult {
        largestFrame = max(largestFrame, ClientFrame.mutation(numbered).bodyLength)
        var client = database.clients[id] ?? Client()
        let number = numbered.number
        var outcome = MutationResult.Outcome.applied
        if number == client.lastNumber + 1 {
            client.lastNumber = number
            do throws(MutationRefusal) {
                let effect = try database.table.apply(numbered.mutation, within: rules, after: client.history)
                client.history.append(effect, of: number)
            } catch {
                outcome = .refused(reason: error.description)
            }
        } else if number > client.lastNumber {
            outcome = .outOfOrder
        }
        database.clients[id] = client
        let effect = client.history[number]
        return MutationResult(
            number: number,
            outcome: outcome,
            version: effect?.version ?? table.version,
            lastNumber: client.lastNumber,
            isChange: effect?.touched.isEmpty == false
        )
    }
}

extension UserTable {
    /// The records without their versions.
    var contents: [RecordKey: [UInt8]] { Dictionary(records.map { ($0.key, $0.value) }) { $1 } }
}
