import Shared

@testable import TerminalClient

/// A terminal process: the real replicas, and the link's rules around them.
@MainActor
final class SimulatedTerminal {
    let name: String
    let user: Int
    private(set) var wire: Wire?
    private(set) var replica: UserReplica
    private(set) var follower = MarketFollower()
    private(set) var isResendDue = false
    /// The server's answer to the hello has come.
    private(set) var isLive = false
    private let journals: SimulatedJournals
    private let token: [UInt8]
    private var lastPosition: MarketPosition?

    init(_ name: String, user: Int, token: [UInt8], journals: SimulatedJournals) {
        (self.name, self.user, self.token, self.journals) = (name, user, token, journals)
        replica = UserReplica(journals: journals)
    }

    var isConnected: Bool { wire != nil }
    var state: UserState { replica.state }

    // MARK: Connection

    func connect(_ wire: Wire) {
        self.wire = wire
        follower.connected()
        let hello = Hello(
            clientName: "simulated",
            clientVersion: "1",
            deviceName: name,
            clientID: replica.clientID,
            credentials: .token(token),
            resume: follower.position
        )
        wire.put(.hello(hello))
    }

    /// The terminal has found out that its connection is gone.
    func disconnected() {
        wire = nil
        (isLive, isResendDue) = (false, false)
        replica.disconnected()
    }

    func resend() {
        isResendDue = false
        replica.resend()
    }

    func kill() {
        disconnected()
        journals.killed()
    }

    // MARK: Frames

    func receive() throws {
        guard let wire else { return }
        switch wire.takeForTerminal() {
        case .welcome(let welcome): act(on: welcomed(welcome))
        case .userState(let state): replica.receive(state)
        case .snapshotPart(let part): try recover(follower.receive(part))
        case .marketDiff(let diff): try recover(follower.receive(diff))
        case .mutationResult(let result): act(on: replica.receive(result))
        case .close(let close): try closed(close)
        default: break
        }
        try checkPosition()
    }

    private func welcomed(_ welcome: Welcome) -> UserReplica.Consequence {
        isLive = true
        return replica.connected(welcome) { [weak self] in self?.wire?.put(.mutation($0)) }
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
        guard [.goingAway, .unavailable, .tooManyConnections].contains(close.code) else {
            throw Violation("\(name) was closed with \(close.code.rawValue): \(close.message)")
        }
    }

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
