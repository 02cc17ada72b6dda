import NIOCore
import Shared

@testable import PushServer

/// The server's end of a connection: performs what the real `ServerConnection` decides, on a wire that holds few frames.
@MainActor
final class SimulatedConnection {
    /// A small number, so that a short history has several parts.
    static let rowsPerPart = 4
    /// Where tokens are used, which is no address from which passwords come.
    nonisolated static let usedAddress = "simulated"

    let id: ConnectionID
    let wire: Wire
    let address: String
    let shard: SimulatedShard
    private(set) var value: ServerConnection
    /// Frames that were written and not taken by the kernel yet.
    private(set) var outgoing: [ServerFrame] = []
    /// Unanswered requests to accounts and providers.
    private(set) var questions: [HubRequest] = []
    private(set) var hasEnded = false
    private(set) var rules: ConnectionRules
    /// How it uses its token while it has been let in and the user hub does not know of it yet.
    private(set) var newcomerUse: TokenUse?
    private let deliveries = Mailbox<Delivery>()
    private var arrived: [Delivery] = []
    private var userConnection: UserConnection?
    private var isReading = true
    private var isWritable = true
    unowned let server: SimulatedServer

    init(id: ConnectionID, wire: Wire, address: String, shard: SimulatedShard, server: SimulatedServer) {
        (self.id, self.wire, self.address, self.shard, self.server) = (id, wire, address, shard, server)
        value = ServerConnection(id: id, terms: server.terms, now: server.uptime)
        rules = ConnectionRules(limits: server.limits, now: server.uptime)
    }

    /// Whether a frame waits and this end reads it.
    var canReceive: Bool { !hasEnded && value.isListening && isReading && !wire.toServer.isEmpty }
    var hasDeliveries: Bool {
        arrived += deliveries.takeAll()
        return !arrived.isEmpty
    }

    // MARK: Inputs

    func secured() throws { try decide { $0.secured(into: &$1) } }

    func receive() throws {
        let frame = wire.takeForServer()
        rules.received(frame, at: server.uptime)
        try decide { [shard, server] value, actions in
            value.received(frame, at: server.uptime, into: &actions) { shard.market.row(of: $0) != nil }
        }
    }

    func takeDelivery() throws {
        guard hasDeliveries else { return }
        let delivery = arrived.removeFirst()
        if !hasEnded { try decide { $0.received(delivery, into: &$1) } }
    }

    func timePassed() throws {
        if hasEnded { return }
        try decide { [server, shard] in
            $0.timePassed(to: server.uptime, sequence: shard.market.sequence, into: &$1)
        }
        try rules.timePassed(to: server.uptime, isOpen: !hasEnded && value.isListening)
    }

    func ratesChanged() throws { if !hasEnded { try decide { $0.ratesChanged(into: &$1) } } }

    func close(_ close: Close) throws { try decide { $0.close(close, into: &$1) } }

    /// The connection is gone, and this end has found out.
    func end() throws {
        if hasEnded { return }
        hasEnded = true
        try shard.remove(self)
        outgoing = []
        wire.closedByServer()
        try decide { $0.ended(into: &$1) }
        for delivery in arrived + deliveries.takeAll() { answer(delivery) }
        arrived = []
    }

    private func decide(_ input: (inout ServerConnection, inout Actions) -> Void) throws {
        input(&value, &server.actions)
        try server.performActions()
    }

    // MARK: Actions

    func perform(_ action: ServerAction) throws {
        switch action {
        case .send(let frame): try put(frame)
        case .sendUser(let news, let version): try put(news.serverFrame(since: version))
        case .sendPong(let nonce): try put(.pong(nonce: nonce))
        case .welcome(let welcome):
            try put(.welcome(welcome.welcome(at: MarketTime(milliseconds: 0), in: server.epoch)))
        case .beginMarket(let held):
            try decide { [server, shard] in
                $0.beginMarket(from: held, in: server.lineage, at: shard.market.sequence, into: &$1)
            }
        case .serveMarket: try serveMarket()
        case .sendRates: if let rates = server.rates.shown { try put(.rates(rates)) }
        case .setReading(let isReading): self.isReading = isReading
        case .ask(let request): ask(request)
        case .close(let close):
            try rules.closed(close, at: server.uptime)
            try put(.close(close))
        case .drop: try end()
        case .count(.userHashMismatch): try server.tableDiffered()
        case .count, .forget: break
        }
    }

    func serveMarket() throws {
        while !hasEnded,
            let wanted = value.market.next(
                sequence: shard.market.sequence,
                rowCount: shard.market.count,
                rowsPerPart: Self.rowsPerPart
            )
        {
            let frame = shard.frame(wanted, epoch: server.epoch)
            guard server.isTooLarge(frame) else { return try put(frame) }
            value.market.replaceBySnapshot()
        }
    }

    private func put(_ frame: ServerFrame) throws {
        if hasEnded { return }
        outgoing.append(frame)
        try flush()
        try noteWritability()
    }

    /// The kernel takes what it has room for.
    /// - Returns: whether it took anything.
    @discardableResult
    func flush() throws -> Bool {
        var hasMoved = false
        while !outgoing.isEmpty, !hasEnded, wire.hasRoom {
            let frame = outgoing.removeFirst()
            try wire.put(frame)
            hasMoved = true
            try noteWritability()
            switch frame {
            case .close: try end()
            case .marketDiff, .snapshotPart:
                value.market.written()
                try serveMarket()
            case .userDiff, .userTable: try decide { $0.userWritten(into: &$1) }
            case .pong: try decide { $0.pongWritten(into: &$1) }
            default: break
            }
        }
        return hasMoved
    }

    /// As in NIO, a channel with two waiting frames is unwritable.
    private func noteWritability() throws {
        let isWritable = outgoing.count < 2
        if hasEnded || isWritable == self.isWritable { return }
        self.isWritable = isWritable
        if isWritable { rules.read(at: server.uptime) }
        try decide { [server] in $0.writabilityChanged(to: isWritable, at: server.uptime, into: &$1) }
    }

    // MARK: Hubs

    func userHubKnows() { newcomerUse = nil }

    private func ask(_ request: HubRequest) {
        switch request {
        // This server stands alone.
        case .signInNode: answer(.nodeSignedIn(.failure(.badLogin)))
        case .signIn, .account, .detail, .dayRates, .icon: questions.append(request)
        case .join(let signIn, let client): join(signIn, client)
        case .settle(let mutation, let store):
            if let userConnection { server.post(.mutated(userConnection, store, mutation)) }
        case .userTable: if let userConnection { server.post(.tableWanted(userConnection)) }
        case .logOut: if let userConnection { server.post(.loggedOut(userConnection)) }
        case .signOut(let device): server.post(.signedOut([device]))
        case .revoke(let token): server.post(.tokenLost(token))
        case .leave: if let userConnection { server.post(.left(userConnection)) }
        case .openChart(let chart, let request, let source, let account, let number):
            let id = ChartSubscription.ID(connection: id, chart: chart)
            server.candles.open(id, of: account, request, from: source) { [deliveries] push in
                deliveries.post(.chart(chart, push, subscription: number))
            }
        case .closeChart(let chart):
            server.candles.mailbox.post(.closed(ChartSubscription.ID(connection: id, chart: chart)))
        case .closeAllCharts: server.candles.mailbox.post(.left(id))
        // No simulated terminal shows weeks.
        case .showWeeks: break
        // This server stands alone.
        case .node: break
        }
    }

    private func join(_ signIn: Accounts.SignIn, _ client: ClientID) {
        server.used(signIn.tokenHash)
        let userConnection = UserConnection(simulated: id, of: signIn, client: client, through: deliveries)
        self.userConnection = userConnection
        server.post(.joined(userConnection))
    }

    /// Accounts or a provider answer one question, even if its connection is gone.
    /// - Parameter icon: nil: the provider has none.
    func answer(_ index: Int, icon: CoinIcon?, at time: MarketTime) throws {
        switch questions.remove(at: index) {
        case .signIn(let hello): try signIn(hello, at: time)
        case .account(let number, let request): try answer(number, request, at: time)
        case .detail(let number, let coin):
            let detail = CoinDetail.simulated(coin)
            deliveries.post(.detail(number: number, .success(detail)))
        case .dayRates(let number, let request):
            deliveries.post(.dayRates(number: number, .success(.simulated(request))))
        case .icon(let coin): deliveries.post(.icon(coin, icon))
        default: throw Violation("nobody answers this")
        }
    }

    private func signIn(_ hello: Hello, at time: MarketTime) throws {
        let device = hello.deviceName
        let result = try server.door.signIn(hello.credentials, device: device, address: address, at: time)
        if case .success(let signIn) = result {
            server.gaveToken(signIn)
            newcomerUse = TokenUse(token: signIn.tokenHash, address: Self.usedAddress, client: hello.clientID)
        }
        answer(.signedIn(result))
    }

    private func answer(_ delivery: Delivery) {
        if !hasEnded { return deliveries.post(delivery) }
        if let event = delivery.leftOver { server.post(event) }
    }

    private func answer(_ number: UInt32, _ request: AccountRequest, at time: MarketTime) throws {
        guard let userConnection else { return }
        switch try server.door.perform(request, of: userConnection.account, on: userConnection.device, at: time) {
        case .failure(let problem): answer(.account(number: number, .failure(problem)))
        case .success(let revoked):
            let (own, others) = (userConnection.device, revoked.subtracting([userConnection.device]))
            if !others.isEmpty { server.post(.signedOut(others)) }
            answer(.account(number: number, .success([]), signsOut: revoked.contains(own) ? own : nil))
        }
    }
}

extension UserConnection {
    init(
        simulated id: ConnectionID,
        of signIn: Accounts.SignIn,
        client: ClientID,
        through deliveries: Mailbox<Delivery>
    ) {
        self.init(
            id: id,
            account: signIn.account,
            client: client,
            token: signIn.tokenHash,
            device: signIn.device,
            address: SimulatedConnection.usedAddress
        ) { deliveries.post(.user($0)) }
    }
}

extension DayRates {
    /// A rate on the first requested day, whatever the currency.
    fileprivate static func simulated(_ request: DayRatesRequest) -> DayRates {
        DayRates(source: "bank", days: [Day(request.first, dollars: .one)])
    }
}

extension CoinDetail {
    fileprivate static func simulated(_ coin: CoinID) -> CoinDetail {
        CoinDetail(
            id: coin,
            name: "Coin",
            symbol: "C",
            kind: .coin,
            platform: nil,
            supply: nil,
            dateAdded: nil,
            description: nil,
            page: nil,
            logo: nil,
            links: [],
            tags: []
        )
    }
}

extension ServerFrame {
    var isMarket: Bool {
        switch self {
        case .marketDiff, .snapshotPart: true
        default: false
        }
    }

    var isUser: Bool {
        switch self {
        case .userDiff, .userTable: true
        default: false
        }
    }
}
