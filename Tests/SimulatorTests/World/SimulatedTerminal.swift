import Shared

@testable import PushServer
@testable import TerminalClient

/// A terminal process: the real replicas, and the link's rules around them.
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
    /// The server's answer to the hello has come.
    private(set) var isLive = false
    /// Why the last connection was closed in a way that must have had a reason.
    private(set) var refusal: (close: Close, credentials: Hello.Credentials?)?
    /// Asked for, and not answered yet.
    private(set) var missingIcons: Set<CoinID> = []
    private var answers: [Answer] = []
    private var undoRules = UndoRules()
    private let desk = ChartDesk()
    private let journals: SimulatedJournals
    /// This process's own; others of the machine may have stored a newer one.
    private var token: [UInt8]?
    private var credentials: Hello.Credentials?
    private var lastPosition: MarketPosition?

    init(_ name: String, user: SimulatedUser, profile: SimulatedProfile, journals: SimulatedJournals) {
        (self.name, self.user, self.profile, self.journals) = (name, user, profile, journals)
        replica = UserReplica(journals: journals)
    }

    var isConnected: Bool { wire != nil }
    var state: UserState { replica.state }

    // MARK: Changes

    func mutate(_ mutation: Mutation) throws {
        let (before, written) = (state, profile.folder.promised.count)
        replica.mutate(mutation)
        if profile.folder.promised.count != written + 1 { throw Violation("\(name) did not write \(mutation) down") }
        undoRules.changed(before, to: state)
    }

    func undo() throws {
        let (before, written) = (state, profile.folder.promised.count)
        replica.undo(at: .now)
        if state != before, profile.folder.promised.count == written {
            throw Violation("\(name) did not write down what it took back")
        }
        try undoRules.tookBack(before, to: state)
    }

    // MARK: Connection

    func connect(_ wire: Wire) {
        self.wire = wire
        follower.connected()
        token = profile.token ?? token
        let credentials: Hello.Credentials =
            token.map { .token($0) } ?? .password(name: user.account.name, password: user.password)
        self.credentials = credentials
        let hello = Hello(
            clientName: "simulated",
            clientVersion: "1",
            deviceName: name,
            clientID: replica.clientID,
            credentials: credentials,
            resume: follower.position
        )
        wire.put(.hello(hello))
    }

    /// The terminal has found out that its connection is gone.
    func disconnected() {
        wire = nil
        (isLive, isResendDue) = (false, false)
        replica.disconnected()
        desk.disconnected()
    }

    func resend() {
        isResendDue = false
        replica.resend()
    }

    func kill() {
        disconnected()
        journals.killed()
    }

    func ask(_ frame: ClientFrame) {
        if isLive { wire?.put(frame) }
    }

    // MARK: Icons

    func show(iconsOf coins: [CoinID]) {
        missingIcons = Set(coins)
        ask(.iconRequest(coins))
    }

    // MARK: Charts

    func open(_ order: ChartOrder) { charts.append(desk.open(order)) }
    func extend(_ index: Int, to count: Int) { desk.extend(charts[index], to: count) }
    func close(_ index: Int) { desk.close(charts.remove(at: index)) }

    // MARK: Frames

    func receive() throws {
        guard let wire else { return }
        switch wire.takeForTerminal() {
        case .welcome(let welcome): act(on: welcomed(welcome))
        case .userState(let state): replica.receive(state)
        case .snapshotPart(let part): try recover(follower.receive(part))
        case .marketDiff(let diff): try recover(follower.receive(diff))
        case .mutationResult(let result):
            note(result)
            act(on: replica.receive(result))
        case .candles(let chart, let batch): desk.receive(chart, batch)
        case .chartProblem(let chart, let problem): desk.receive(chart, problem)
        case .icon(let coin, _): missingIcons.remove(coin)
        case .close(let close): try closed(close)
        default: break
        }
        try checkPosition()
    }

    private func note(_ result: MutationResult) {
        let number = ChangeNumber(client: replica.clientID, number: result.number)
        if journals.isPending(number) { answers.append(Answer(number: number, outcome: result.outcome)) }
    }

    func takeAnswers() -> [Answer] {
        defer { answers = [] }
        return answers
    }

    private func welcomed(_ welcome: Welcome) -> UserReplica.Consequence {
        isLive = true
        if let new = welcome.token {
            // As a profile does: a first login is kept, and a renewal where nobody else has renewed or logged out.
            if token == nil || profile.token == token { profile.token = new }
            token = new
        }
        let consequence = replica.connected(welcome) { [weak self] in self?.wire?.put(.mutation($0)) }
        if consequence == .nothing {
            desk.connected(welcome.limits) { [weak self] in self?.wire?.put($0) }
            if !missingIcons.isEmpty { ask(.iconRequest(missingIcons.sorted())) }
        }
        return consequence
    }

    private func act(on consequence: UserReplica.Consequence) {
        switch consequence {
        case .nothing: break
        case .resendLater: isResendDue = true
        case .reconnect:
            wire?.cut(toTerminal: 0, toServer: wire?.toServer.count ?? 0)
            disconnected()
        }
    }

    /// The server's own rules must never call this client wrong.
    private func closed(_ close: Close) throws {
        disconnected()
        switch close.code {
        case .goingAway, .unavailable, .tooManyConnections: break
        case .signedOut:
            refusal = (close, credentials)
            // The user logs in again.
            if profile.token == token { profile.token = nil }
            token = nil
        case .badLogin: refusal = (close, credentials)
        default: throw Violation("\(name) was closed with \(close.code.rawValue): \(close.message)")
        }
    }

    func refusalSeen() { refusal = nil }

    private func recover(_ error: MarketTableError?) throws {
        if let error { throw Violation("\(name) came apart from the server's market: \(error)") }
    }

    private func checkPosition() throws {
        guard let position = follower.position else { return }
        if let last = lastPosition, last.epoch == position.epoch, position.sequence < last.sequence {
            throw Violation("\(name) went back from \(last.sequence) to \(position.sequence) within an epoch")
        }
        lastPosition = position
    }
}
