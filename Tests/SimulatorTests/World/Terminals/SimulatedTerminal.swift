import NIOCore
import Shared

@testable import PushServer
@testable import TerminalClient

/// A terminal process: performs what the real `ClientConnection` and `FrameExchange` decide, around the real replicas.
@MainActor
final class SimulatedTerminal {
    /// The server's answer to a change that this terminal waits for.
    struct Answer {
        let number: ChangeNumber
        let outcome: MutationResult.Outcome
    }

    let name: String
    let user: SimulatedUser
    let profile: SimulatedProfile
    var wire: Wire?
    var replica: UserReplica
    var follower = MarketFollower()
    var rates: ExchangeRates?
    var charts: [ChartReplica] = []
    var isResendDue = false
    /// Whether the server has answered the Hello and the connection is good.
    var isLive = false
    /// Why the last connection was closed in a way that must have had a reason.
    var refusal: (close: Close, credentials: Hello.Credentials?)?
    /// Icons that were requested and have not come yet.
    var missingIcons: Set<CoinID> = []
    var missingDetails: Set<UInt32> = []
    /// Unanswered requests for rates, each with its day.
    var missingRates: [UInt32: CivilDate] = [:]
    /// The newest Ping that was not answered.
    var awaitedPong: UInt64?
    var lastRequest: UInt32 = 0
    var lastNonce: UInt64 = 0
    /// The version of the user's table that this connection has brought.
    var version: UInt64 = 0
    /// The highest number of each client id that the server has called settled.
    var confirmed: [ClientID: UInt64] = [:]
    var answers: [Answer] = []
    var undoRules = UndoRules()
    let openCharts = OpenCharts()
    let journals: SimulatedJournals
    let log: MarketLog
    var connection: ClientConnection
    var exchange: FrameExchange?
    var actions = ClientActions()
    var isPerforming = false
    /// When something last came, or the connection began.
    var lastLife = NIODeadline.uptimeNanoseconds(0)
    var lastPosition: MarketPosition?

    init(
        _ name: String,
        user: SimulatedUser,
        profile: SimulatedProfile,
        journals: SimulatedJournals,
        log: MarketLog
    ) {
        (self.name, self.user, self.profile, self.journals, self.log) = (name, user, profile, journals, log)
        replica = UserReplica(journals: journals)
        connection = ClientConnection(
            credentials: profile.token.map { .token($0) }
                ?? .password(name: user.account.name.text, password: user.password),
            deviceName: name
        )
    }

    var isConnected: Bool { wire != nil }
    var table: UserTable { replica.table }

    // MARK: Changes

    func mutate(_ mutation: Mutation) throws {
        let (before, written) = (table, profile.folder.promised.count)
        let isChange = replica.mutate { _ in mutation }
        if profile.folder.promised.count != written + (isChange ? 1 : 0) {
            throw Violation("\(name) did not write \(mutation) down")
        }
        undoRules.changed(before, to: table)
    }

    func undo() throws {
        let (before, written) = (table, profile.folder.promised.count)
        replica.undo()
        if table != before, profile.folder.promised.count == written {
            throw Violation("\(name) did not write down what it took back")
        }
        try undoRules.tookBack(before, to: table)
    }

    // MARK: Connection

    func connect(_ wire: Wire, at now: NIODeadline) throws {
        self.wire = wire
        (exchange, lastLife) = (FrameExchange(limits: SessionLimits(), now: now), now)
        follower.connected()
        // The user types the password again.
        if connection.token == nil { logIn() }
        let (client, position, stored) = (replica.clientID, follower.position, profile.token)
        let user = replica.position
        try decide { $0.connected(as: client, holding: position, user: user, storedToken: stored, into: &$1) }
    }

    func logIn() {
        connection = ClientConnection(
            credentials: profile.token.map { .token($0) }
                ?? .password(name: user.account.name.text, password: user.password),
            deviceName: name
        )
    }

    /// The terminal has found out that its connection is gone.
    func disconnected() {
        wire = nil
        exchange = nil
        (isLive, isResendDue) = (false, false)
        (missingDetails, missingRates, awaitedPong, version) = ([], [:], nil, 0)
        connection.disconnected()
        replica.disconnected()
        openCharts.disconnected()
    }

    func resend() throws {
        isResendDue = false
        try decide { $0.resendTimePassed(into: &$1) }
    }

    func timePassed(to now: NIODeadline) throws {
        guard let wire, let due = exchange?.timePassed(to: now) else { return }
        let isSilent = now - lastLife >= TimeAmount(SessionLimits().silence)
        switch due {
        case .nothing where isSilent: throw Violation("\(name) kept a silent connection")
        case .nothing: break
        case .send(let frame):
            wire.put(frame)
            // This Ping is the newest one, and the only one that is certain to be answered.
            if case .ping(let nonce) = frame { awaitedPong = nonce }
        case .hangUp where isSilent:
            wire.cut(toClient: 0, toServer: wire.toServer.count)
            disconnected()
        case .hangUp: throw Violation("\(name) gave up a connection after \(now - lastLife)")
        }
    }

    func kill() {
        disconnected()
        journals.release()
    }

    func ask(_ frame: ClientFrame) {
        if isLive { request(frame) }
    }

    func ping(times: Int) {
        guard isLive else { return }
        for _ in 0..<times {
            lastNonce += 1
            ask(.ping(nonce: lastNonce))
        }
        awaitedPong = lastNonce
    }

    func askDetail(of coin: CoinID) {
        guard isLive else { return }
        lastRequest += 1
        missingDetails.insert(lastRequest)
        ask(.detailRequest(number: lastRequest, coin))
    }

    func askRate(on day: CivilDate) {
        guard isLive else { return }
        lastRequest += 1
        missingRates[lastRequest] = day
        ask(.dayRatesRequest(number: lastRequest, DayRatesRequest("EUR", from: day, through: day)))
    }

    // MARK: Icons

    func show(iconsOf coins: [CoinID]) {
        missingIcons = Set(coins)
        ask(.iconRequest(coins))
    }

    // MARK: Charts

    func open(_ request: ChartRequest) { charts.append(openCharts.open(request)) }
    func extend(_ index: Int, to count: Int) { openCharts.extend(charts[index], to: count) }
    func close(_ index: Int) { openCharts.close(charts.remove(at: index)) }
}
