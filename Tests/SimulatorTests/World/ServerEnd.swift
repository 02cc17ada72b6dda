import Shared

@testable import PushServer

/// The server's end of a connection: the session's rules, the market's flow, and what waits for a terminal that is slow.
@MainActor
final class ServerEnd {
    /// Small, so that a short history has several parts.
    static let rowsPerPart = 4

    let id: TerminalID
    let wire: Wire
    let address: String
    let shard: SimulatedShard
    let pushes = Mailbox<UserPush>()
    private(set) var terminal: Terminal?
    private(set) var hasEnded = false
    private(set) var heldBack: (state: UserState?, results: [MutationResult]) = (nil, [])
    /// Written, and not taken by the kernel yet.
    private(set) var outgoing: [ServerFrame] = []
    private(set) var session: Session
    /// What waits for the door: a hello, and orders about the account.
    private var knock: Hello?
    private var orders: [(number: UInt32, order: AccountOrder)] = []
    private var flow = MarketFlow(.none)
    private var arrival: (hello: Hello, newToken: AccessToken?)?
    private var arrived: [UserPush] = []
    var charts: ServerCharts
    var icons = ServerIcons()
    unowned let server: SimulatedServer

    init(id: TerminalID, wire: Wire, address: String, shard: SimulatedShard, server: SimulatedServer) {
        (self.id, self.wire, self.address, self.shard, self.server) = (id, wire, address, shard, server)
        session = Session(limits: server.limits)
        charts = ServerCharts(id)
    }

    /// As NIO tells it: more than this and the channel calls itself unwritable.
    var isWritable: Bool { outgoing.count < 2 }
    var canReceive: Bool { !hasEnded && !session.isClosing && isWritable && !wire.toServer.isEmpty }
    var hasPushes: Bool {
        arrived += pushes.takeAll()
        return !arrived.isEmpty || charts.hasPushes
    }
    var isAtTheDoor: Bool { !hasEnded && (knock != nil || !orders.isEmpty) }

    // MARK: What happens

    func receive() throws { try perform(session.received(wire.takeForServer())) }

    func takePush() throws {
        try takeChartPush()
        guard hasPushes else { return }
        if arrived.isEmpty { return }
        let push = arrived.removeFirst()
        if session.isClosing || hasEnded { return }
        switch push {
        case .joined(let state, let lastMutation, let store): try joined(state, lastMutation, store)
        case .state(let news):
            show(candlesFrom: news.state.settings.klineSource)
            heldBack.state = news.state
            try sendHeldBack()
        case .result(let result):
            session.answered()
            heldBack.results.append(result)
            try sendHeldBack()
        case .close(let close): try perform(session.close(close))
        }
    }

    func marketMoved() throws {
        let (sequence, rowCount) = (shard.market.sequence, shard.market.count)
        if hasEnded { return }
        guard let wanted = flow.next(sequence: sequence, rowCount: rowCount, rowsPerPart: Self.rowsPerPart) else {
            return
        }
        guard let frame = frame(wanted) else {
            flow.replaceBySnapshot(sequence: sequence)
            return try marketMoved()
        }
        try send(frame)
    }

    func close(_ close: Close) throws { try perform(session.close(close)) }

    /// The kernel takes what it has room for; each write that completes lets the next market frame be chosen.
    /// - Returns: whether it took anything.
    @discardableResult
    func flush() throws -> Bool {
        var hasMoved = false
        while !outgoing.isEmpty, !hasEnded, wire.hasRoom {
            let frame = outgoing.removeFirst()
            try wire.put(frame)
            hasMoved = true
            if case .close = frame { end() }
            if frame.isMarket {
                flow.written()
                try marketMoved()
            }
            if isWritable {
                try sendHeldBack()
                sendLateCharts()
                try sendIcons()
            }
        }
        return hasMoved
    }

    /// The connection is gone, and this end has found out.
    func end() {
        if hasEnded { return }
        hasEnded = true
        outgoing = []
        wire.closedByServer()
        if let terminal { server.post(.left(terminal)) }
        if !charts.isEmpty { server.candles.mailbox.post(.left(id)) }
        if let token = arrival?.newToken { server.post(.tokenLost(token.hash)) }
    }

    // MARK: Rules

    private func perform(_ action: Session.Action) throws {
        switch action {
        case .nothing, .answerDetail: break
        case .sendIcons(let coins): try iconsRequested(coins)
        case .openChart(let chart, let order): open(chart, order)
        case .closeChart(let chart): close(chart)
        case .answerAccount(let number, let order): orders.append((number, order))
        case .signIn(let hello): knock = hello
        case .settle(let mutation):
            if let terminal { server.post(.mutated(terminal, mutation)) }
        case .answerPing(let nonce): try send(.pong(nonce: nonce))
        case .sendSnapshot:
            guard flow.restartWithSnapshot(sequence: shard.market.sequence) else { return }
            try marketMoved()
        case .logOut:
            if let terminal { server.post(.loggedOut(terminal)) }
        case .close(let close): try send(.close(close))
        }
    }

    /// The accounts answer: who may come in, or what became of an order.
    func answerDoor(at time: MarketTime) throws {
        if let hello = knock {
            knock = nil
            let device = hello.deviceName
            let result = try server.door.signIn(hello.credentials, device: device, address: address, at: time)
            return try signedIn(result, hello)
        }
        guard let terminal, !orders.isEmpty else { return }
        let (number, order) = orders.removeFirst()
        switch try server.door.perform(order, of: terminal.account, on: terminal.device, at: time) {
        case .failure(let problem): try answer(number, .failure(problem))
        case .success(let revoked):
            try answer(number, .success([]))
            if !revoked.isEmpty { server.post(.signedOut(revoked)) }
        }
    }

    private func answer(_ number: UInt32, _ answer: Result<[Device], AccountProblem>) throws {
        if !session.isClosing { try send(.accountAnswer(number: number, answer)) }
    }

    private func signedIn(_ result: Result<Accounts.SignIn, Close>, _ hello: Hello) throws {
        switch result {
        case .failure(let close): try perform(session.close(close))
        case .success(let signIn):
            server.letIn(signIn)
            arrival = (hello, signIn.newToken)
            let terminal = Terminal(
                id: id,
                account: signIn.account,
                client: hello.clientID,
                token: signIn.tokenHash,
                device: signIn.device,
                address: "simulated"
            ) { [pushes] in pushes.post($0) }
            self.terminal = terminal
            server.post(.joined(terminal))
        }
    }

    private func joined(_ state: UserState, _ lastMutation: UInt64, _ store: StoreIdentity) throws {
        guard let terminal, let (hello, newToken) = arrival else { return }
        arrival = nil
        session.opened()
        let account = terminal.account
        let welcome = server.greeting.welcome(account, token: newToken, lastMutation: lastMutation, store: store)
        try send(.welcome(welcome))
        try send(.userState(state))
        show(candlesFrom: state.settings.klineSource)
        if hello.withoutMarket { return }
        let resume = hello.resume.flatMap { $0.epoch == server.epoch ? $0.sequence : nil }
        flow = .starting(resume: resume, sequence: shard.market.sequence)
        try marketMoved()
    }

    private func frame(_ wanted: MarketFlow.Frame) -> ServerFrame? {
        switch wanted {
        case .diff(let since):
            let diff = shard.market.diff(since: since)
            return diff.changes.rows.count > server.diffRowsMax ? nil : .marketDiff(diff)
        case .part(let rows, let sequence, let isLast):
            return .snapshotPart(
                MarketPart(
                    epoch: server.epoch,
                    sequence: sequence,
                    firstRow: rows.lowerBound,
                    isLast: isLast,
                    time: shard.market.time,
                    changes: shard.market.changes(in: rows)
                )
            )
        }
    }

    func send(_ frame: ServerFrame) throws {
        outgoing.append(frame)
        try flush()
    }

    private func sendHeldBack() throws {
        guard isWritable, !session.isClosing else { return }
        let held = heldBack
        heldBack = (nil, [])
        if let state = held.state { try send(.userState(state)) }
        for result in held.results { try send(.mutationResult(result)) }
    }
}

extension ServerFrame {
    var isMarket: Bool {
        switch self {
        case .marketDiff, .snapshotPart: true
        default: false
        }
    }
}
