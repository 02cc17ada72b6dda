import Shared

@testable import PushServer

/// The server's end of a connection: the session's rules, the market's flow, and what waits for a terminal that is slow.
@MainActor
final class ServerEnd {
    /// Small, so that a short history has several parts.
    static let rowsPerPart = 4

    let id: TerminalID
    let wire: Wire
    let shard: SimulatedShard
    let pushes = Mailbox<UserPush>()
    private(set) var terminal: Terminal?
    private(set) var hasEnded = false
    private(set) var heldBack: (state: UserState?, results: [MutationResult]) = (nil, [])
    /// Written, and not taken by the kernel yet.
    private(set) var outgoing: [ServerFrame] = []
    private var session: Session
    private var flow = MarketFlow(.none)
    private var arrival: Hello?
    private var arrived: [UserPush] = []
    private unowned let server: SimulatedServer

    init(id: TerminalID, wire: Wire, shard: SimulatedShard, server: SimulatedServer) {
        (self.id, self.wire, self.shard, self.server) = (id, wire, shard, server)
        session = Session(limits: server.limits)
    }

    /// As NIO tells it: more than this and the channel calls itself unwritable.
    private var isWritable: Bool { outgoing.count < 2 }
    var canReceive: Bool { !hasEnded && !session.isClosing && isWritable && !wire.toServer.isEmpty }
    var hasPushes: Bool {
        arrived += pushes.takeAll()
        return !arrived.isEmpty
    }

    // MARK: What happens

    func receive() throws { try perform(session.received(wire.takeForServer())) }

    func takePush() throws {
        guard hasPushes else { return }
        let push = arrived.removeFirst()
        if session.isClosing || hasEnded { return }
        switch push {
        case .joined(let state, let lastMutation, let store): try joined(state, lastMutation, store)
        case .state(let state):
            heldBack.state = state
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
            if isWritable { try sendHeldBack() }
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
    }

    // MARK: Rules

    private func perform(_ action: Session.Action) throws {
        switch action {
        case .nothing, .openChart, .closeChart, .answerDetail, .answerAccount: break
        case .signIn(let hello): signIn(hello)
        case .settle(let mutation):
            if let terminal { server.post(.mutated(terminal, mutation)) }
        case .send(let frame): try send(frame)
        case .sendSnapshot:
            guard flow.restartWithSnapshot(sequence: shard.market.sequence) else { return }
            try marketMoved()
        case .logOut:
            if let terminal { server.post(.loggedOut(terminal)) }
        case .close(let close): try send(.close(close))
        }
    }

    private func signIn(_ hello: Hello) {
        guard case .token(let token) = hello.credentials else { return }
        arrival = hello
        let hash = AccessToken(bytes: token).hash
        let terminal = Terminal(
            id: id,
            account: server.account(of: hash),
            client: hello.clientID,
            token: hash,
            device: DeviceID(rawValue: 1),
            address: "simulated"
        ) { [pushes] in pushes.post($0) }
        self.terminal = terminal
        server.post(.joined(terminal))
    }

    private func joined(_ state: UserState, _ lastMutation: UInt64, _ store: StoreIdentity) throws {
        guard let terminal, let arrival else { return }
        self.arrival = nil
        session.opened()
        let account = terminal.account
        let welcome = server.greeting.welcome(account, token: nil, lastMutation: lastMutation, store: store)
        try send(.welcome(welcome))
        try send(.userState(state))
        if arrival.withoutMarket { return }
        let resume = arrival.resume.flatMap { $0.epoch == server.epoch ? $0.sequence : nil }
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

    private func send(_ frame: ServerFrame) throws {
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
