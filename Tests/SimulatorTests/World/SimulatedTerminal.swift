import NIOCore
import Shared

@testable import PushServer
@testable import TerminalClient

/// A terminal process: performs what the real `ClientConnection` and `FrameExchange` decide, around the real replicas.
@MainActor
final class SimulatedTerminal {
    /// What the server said of a change that this terminal waits for.
    struct Answer {
        let number: ChangeNumber
        let outcome: MutationResult.Outcome
    }

    let name: String
    let user: SimulatedUser
    let profile: SimulatedProfile
    private(set) var wire: Wire?
    private(set) var replica: UserReplica
    private(set) var follower = MarketFollower()
    private(set) var charts: [ChartReplica] = []
    private(set) var isResendDue = false
    /// The server's answer to the hello has come, and nothing speaks against this connection.
    private(set) var isLive = false
    /// Why the last connection was closed in a way that must have had a reason.
    private(set) var refusal: (close: Close, credentials: Hello.Credentials?)?
    /// Asked for, and not answered yet.
    private(set) var missingIcons: Set<CoinID> = []
    private(set) var missingDetails: Set<UInt32> = []
    /// The newest Ping that was not answered.
    private(set) var awaitedPong: UInt64?
    private var lastRequest: UInt32 = 0
    private var lastNonce: UInt64 = 0
    /// Of the user's table that this connection has brought.
    private var version: UInt64 = 0
    /// The highest number of each client id that it was told to be settled.
    private var confirmed: [ClientID: UInt64] = [:]
    private var answers: [Answer] = []
    private var undoRules = UndoRules()
    private let openCharts = OpenCharts()
    private let journals: SimulatedJournals
    private let log: MarketLog
    private var connection: ClientConnection
    private var exchange: FrameExchange?
    private var actions = ClientActions()
    private var isPerforming = false
    /// When something last came, or the connection began.
    private var lastLife = NIODeadline.uptimeNanoseconds(0)
    private var lastPosition: MarketPosition?

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
        replica.undo(at: .now)
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

    private func logIn() {
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
        (missingDetails, awaitedPong, version) = ([], nil, 0)
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
            // It is the newest now, and the only one that is sure of an answer.
            if case .ping(let nonce) = frame { awaitedPong = nonce }
        case .hangUp where isSilent:
            wire.cut(toTerminal: 0, toServer: wire.toServer.count)
            disconnected()
        case .hangUp: throw Violation("\(name) gave up a connection after \(now - lastLife)")
        }
    }

    func kill() {
        disconnected()
        journals.killed()
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

    // MARK: Icons

    func show(iconsOf coins: [CoinID]) {
        missingIcons = Set(coins)
        ask(.iconRequest(coins))
    }

    // MARK: Charts

    func open(_ request: ChartRequest) { charts.append(openCharts.open(request)) }
    func extend(_ index: Int, to count: Int) { openCharts.extend(charts[index], to: count) }
    func close(_ index: Int) { openCharts.close(charts.remove(at: index)) }

    // MARK: Frames

    func receive(at now: NIODeadline) throws {
        guard let wire else { return }
        lastLife = now
        switch exchange?.received(wire.takeForTerminal(), at: now) {
        case .answer(let frame): wire.put(frame)
        case .deliver(let frame):
            try decide { $0.received(frame, into: &$1) }
            if case .pong(let nonce) = frame, nonce == awaitedPong { awaitedPong = nil }
        case nil: break
        }
        try checkPosition()
    }

    private func decide(_ input: (inout ClientConnection, inout ClientActions) -> Void) throws {
        input(&connection, &actions)
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while let action = actions.popFirst() { try perform(action) }
    }

    private func perform(_ action: ClientAction) throws {
        switch action {
        case .send(let frame): wire?.put(frame)
        case .hand(let frame): try hand(frame)
        case .compare(let welcome):
            let isLost =
                welcome.lastMutation < max(confirmed[replica.clientID] ?? 0, journals.confirmed(replica.clientID))
            let consequence = replica.connected(welcome) { [weak self] in self?.request(.mutation($0)) }
            try checkLoss(isLost)
            try replied(consequence, to: welcome)
        case .goLive(let welcome): goLive(welcome)
        // As a profile does: a first login is kept, and a renewal where nobody else has renewed or logged out.
        case .keepToken(let token): profile.token = token
        case .renewToken(let old, let new): if profile.token == old { profile.token = new }
        case .wakeForResend: isResendDue = true
        case .resend: replica.resend()
        case .reconnect:
            wire?.cut(toTerminal: 0, toServer: wire?.toServer.count ?? 0)
            disconnected()
        case .end(let close): try closed(close)
        }
    }

    private func hand(_ frame: ServerFrame) throws {
        switch frame {
        case .userTable(let table):
            version = table.version
            try replied(replica.receive(table), to: nil)
        case .userDiff(let diff):
            version = diff.to
            if let held = replica.receive(diff) { try decide { $0.userDiffers(at: held, into: &$1) } }
        case .mutationResult(let result):
            try note(result)
            try replied(replica.receive(result), to: nil)
        case .snapshotPart(let part): try recover(follower.receive(part))
        case .marketDiff(let diff):
            let error = follower.receive(diff)
            try recover(error)
            if error == nil { try checkMarket() }
        case .candles(let chart, let batch): openCharts.receive(chart, batch)
        case .chartProblem(let chart, let problem): openCharts.receive(chart, problem)
        case .icon(let coin, _): missingIcons.remove(coin)
        case .detail(let number, let answer):
            if case .failure(let problem) = answer, missingDetails.count <= PendingRequests.detailsMax,
                problem.message.hasPrefix("Too many")
            {
                throw Violation("\(name) asked \(missingDetails.count) questions, and these were too many")
            }
            missingDetails.remove(number)
        default: break
        }
    }

    private func goLive(_ welcome: Welcome) {
        isLive = true
        openCharts.connected(welcome.limits) { [weak self] in self?.request($0) }
        if !missingIcons.isEmpty { request(.iconRequest(missingIcons.sorted())) }
    }

    private func request(_ frame: ClientFrame) {
        connection.request(frame, into: &actions)
        // Nothing but a frame to send can come of it.
        while !isPerforming, case .send(let frame)? = actions.popFirst() { wire?.put(frame) }
    }

    private func replied(_ consequence: UserReplica.Consequence, to welcome: Welcome?) throws {
        try decide { $0.userReplied(consequence, to: welcome, into: &$1) }
    }

    /// Who was told that a change is on disk is told when it is there no more, and only then.
    private func checkLoss(_ isLost: Bool) throws {
        var isTold = false
        while let problem = replica.problem {
            isTold = isTold || problem.contains("has lost")
            replica.problemSeen()
        }
        if isTold != isLost { throw Violation("\(name) was \(isTold ? "" : "not ")told of changes that were lost") }
    }

    private func note(_ result: MutationResult) throws {
        if result.outcome == .applied || result.outcome.isRefusal {
            confirmed[replica.clientID] = max(confirmed[replica.clientID] ?? 0, result.number)
        }
        if result.outcome == .applied, result.version > version {
            throw Violation("\(name) was told the result of \(result.number) before it had version \(result.version)")
        }
        let number = ChangeNumber(client: replica.clientID, number: result.number)
        if journals.isPending(number) { answers.append(Answer(number: number, outcome: result.outcome)) }
    }

    func takeAnswers() -> [Answer] {
        defer { answers = [] }
        return answers
    }

    /// The server's own rules must never call this client wrong.
    private func closed(_ close: Close) throws {
        let (credentials, token) = (connection.credentials, connection.token)
        disconnected()
        switch close.code {
        case .goingAway, .unavailable, .tooManyConnections: break
        // Whether there was a reason is for the server's end to tell.
        case .silent, .tooFast, .helloTimeout: break
        case .signedOut:
            refusal = (close, credentials)
            // The user logs in again.
            if profile.token == token { profile.token = nil }
            logIn()
        case .badLogin: refusal = (close, credentials)
        default: throw Violation("\(name) was closed with \(close.code.rawValue): \(close.message)")
        }
    }

    func refusalSeen() { refusal = nil }

    private func recover(_ error: MarketTableError?) throws {
        guard let error else { return }
        if wire?.hasLostDiff != true { throw Violation("\(name) came apart from the server's market: \(error)") }
        try decide { [follower] in $0.marketDiffers(at: follower.sequence, into: &$1) }
    }

    /// After a diff, the table is what the server's was at that sequence.
    private func checkMarket() throws {
        guard let position = follower.position, follower.table.count > 0, let hash = log.hash(at: position) else {
            return
        }
        if follower.table.sequence == position.sequence, follower.table.hash != hash {
            throw Violation("\(name) has another market at \(position.sequence) than the server had")
        }
    }

    private func checkPosition() throws {
        guard let position = follower.position else { return }
        if let last = lastPosition, last.epoch == position.epoch, position.sequence < last.sequence {
            throw Violation("\(name) went back from \(last.sequence) to \(position.sequence) within an epoch")
        }
        lastPosition = position
    }
}

extension MutationResult.Outcome {
    fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}
