import NIOCore
import Shared

@testable import PushServer
@testable import TerminalClient

/// Handles the frames that the terminal receives, and checks the result.
extension SimulatedTerminal {
    func receive(at now: NIODeadline) throws {
        guard let wire else { return }
        lastLife = now
        switch exchange?.received(wire.takeForClient(), at: now) {
        case .answer(let frame): wire.put(frame)
        case .deliver(let frame):
            try decide { $0.received(frame, into: &$1) }
            if case .pong(let nonce) = frame, nonce == awaitedPong { awaitedPong = nil }
        case nil: break
        }
        try checkPosition()
    }

    func decide(_ input: (inout ClientConnection, inout ClientActions) -> Void) throws {
        input(&connection, &actions)
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while let action = actions.popFirst() { try perform(action) }
    }

    func perform(_ action: ClientAction) throws {
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
        // Like a profile, keeps a first login, and keeps a renewal unless somebody else has renewed or logged out.
        case .keepToken(let token): profile.token = token
        case .renewToken(let old, let new): if profile.token == old { profile.token = new }
        case .wakeForResend: isResendDue = true
        case .resend: replica.resend()
        case .reconnect:
            wire?.cut(toClient: 0, toServer: wire?.toServer.count ?? 0)
            disconnected()
        case .end(let close): try closed(close)
        }
    }

    func hand(_ frame: ServerFrame) throws {
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
        case .newEpoch(let news): follower.receive(news)
        case .candles(let chart, let batch): openCharts.receive(chart, batch)
        case .chartProblem(let chart, let problem): openCharts.receive(chart, problem)
        case .rates(let rates):
            if rates.isOlder(than: self.rates) { throw Violation("\(name) got rates of an earlier day") }
            self.rates = rates
        case .icon(let coin, _): missingIcons.remove(coin)
        case .detail(let number, let answer):
            if case .failure(let problem) = answer, missingDetails.count <= PendingRequests.detailsMax,
                problem.message.hasPrefix("Too many")
            {
                throw Violation("\(name) asked \(missingDetails.count) questions, and these were too many")
            }
            missingDetails.remove(number)
        case .dayRates(let number, let answer):
            let day = missingRates.removeValue(forKey: number)
            switch answer {
            case .success(let rates):
                if day == nil || rates.days.map(\.date) != [day] { throw Violation("\(name) got rates of other days") }
            case .failure:
                if missingRates.count < PendingRequests.dayRatesMax {
                    throw Violation("\(name) asked \(missingRates.count + 1) times for rates, and that was too often")
                }
            }
        default: break
        }
    }

    func goLive(_ welcome: Welcome) {
        isLive = true
        openCharts.connected(welcome.limits) { [weak self] in self?.request($0) }
        if !missingIcons.isEmpty { request(.iconRequest(missingIcons.sorted())) }
    }

    func request(_ frame: ClientFrame) {
        connection.request(frame, into: &actions)
        // The only possible action is to send a frame.
        while !isPerforming, case .send(let frame)? = actions.popFirst() { wire?.put(frame) }
    }

    func replied(_ consequence: UserReplica.Consequence, to welcome: Welcome?) throws {
        try decide { $0.userReplied(consequence, to: welcome, into: &$1) }
    }

    /// A user who was told that a change is on disk is told if it is lost, and only then.
    func checkLoss(_ isLost: Bool) throws {
        var isTold = false
        while let problem = replica.problem {
            isTold = isTold || problem.contains("has lost")
            replica.problemSeen()
        }
        if isTold != isLost { throw Violation("\(name) was \(isTold ? "" : "not ")told of changes that were lost") }
    }

    func note(_ result: MutationResult) throws {
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

    /// The server must never accuse this client of breaking the protocol.
    func closed(_ close: Close) throws {
        let (credentials, token) = (connection.credentials, connection.token)
        disconnected()
        switch close.code {
        case .goingAway, .unavailable, .tooManyConnections: break
        // The server's end checks whether there was a reason.
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

    func recover(_ error: MarketTableError?) throws {
        guard let error else { return }
        if wire?.hasLostDiff != true { throw Violation("\(name) came apart from the server's market: \(error)") }
        try decide { [follower] in $0.marketDiffers(at: follower.sequence, into: &$1) }
    }

    /// After a diff, the table equals the server's at that sequence.
    func checkMarket() throws {
        guard let position = follower.position, follower.table.count > 0, let hash = log.hash(at: position) else {
            return
        }
        if follower.table.sequence == position.sequence, follower.table.hash != hash {
            throw Violation("\(name) has another market at \(position.sequence) than the server had")
        }
    }

    func checkPosition() throws {
        guard let position = follower.position else {
            // It has lost a diff and holds nothing. An event loop that is behind may send it an older snapshot.
            lastPosition = nil
            return
        }
        if let last = lastPosition, last.epoch == position.epoch, position.sequence < last.sequence {
            throw Violation("\(name) went back from \(last.sequence) to \(position.sequence) within an epoch")
        }
        // A server that stands alone has only epochs of term 0 here.
        if let last = lastPosition, position.epoch.term < last.epoch.term {
            throw Violation("\(name) went back from term \(last.epoch.term) to \(position.epoch.term)")
        }
        lastPosition = position
    }
}

extension MutationResult.Outcome {
    fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}
