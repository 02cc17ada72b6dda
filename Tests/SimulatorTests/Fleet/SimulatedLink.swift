import NIOCore
import Shared

@testable import PushServer

/// A connection of a terminal or a node to a node: the real `ServerConnection` at one end, and a wire.
///
/// The links lose and reorder what a real network may. Within a connection, TCP keeps the order, and only the last
/// frames can be missing. Between connections there is no order: the ends of a cut wire find out one after the other,
/// so a node may read late frames of a client's old connection after those of the new one. Answers of the database come
/// at any time between frames (`SimulatedHub`), and hints may overtake one another before they are on a wire
/// (`FleetMember.runReport`).
@MainActor
final class SimulatedLink {
    /// Who is at the other end.
    enum Peer {
        case terminal(address: String)
        case node(number: Int, process: NodeID)
    }

    /// A small number, so that the snapshot of a small market has several parts.
    private static let rowsPerPart = 4

    let id: ConnectionID
    let peer: Peer
    let wire: Wire
    let deliveries = Mailbox<Delivery>()
    private(set) var connection: ServerConnection
    /// The sign-in that has no answer yet.
    private var signIn: HubRequest?
    private var hasEnded = false
    private var arrived: [Delivery] = []
    /// Frames that were written and that the kernel has not taken yet.
    private var outgoing: [ServerFrame] = []
    private var actions = Actions()
    private var isPerforming = false
    private var isReading = true
    private var isWritable = true
    private var userConnection: UserConnection?
    private unowned let server: FleetMember

    init(_ id: ConnectionID, _ wire: Wire, from peer: Peer, to server: FleetMember, terms: ServerTerms) {
        (self.id, self.wire, self.peer, self.server) = (id, wire, peer, server)
        connection = ServerConnection(id: id, terms: terms, now: server.uptime)
    }

    /// Whether nothing refers to it any more.
    var isGone: Bool { hasEnded && signIn == nil }
    var awaitsSignIn: Bool { signIn != nil }

    // MARK: Inputs

    /// The event loop's turn: the connection takes a delivery and a frame, and the kernel takes what it has room for.
    func takeTurn() throws {
        if hasEnded { return }
        arrived += deliveries.takeAll()
        if !arrived.isEmpty {
            let delivery = arrived.removeFirst()
            try decide { $0.received(delivery, into: &$1) }
        }
        if connection.isListening, isReading, !wire.toServer.isEmpty {
            let frame = wire.takeForServer()
            try decide { [server] in $0.received(frame, at: server.uptime, into: &$1) { _ in true } }
        } else if wire.isCut {
            try end()
        }
        try flush()
    }

    func decide(_ input: (inout ServerConnection, inout Actions) -> Void) throws {
        if hasEnded { return }
        input(&connection, &actions)
        try performActions()
    }

    private func performActions() throws {
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while let (_, action) = actions.popFirst() { try perform(action) }
    }

    func timePassed() throws {
        try decide { [server] in
            $0.timePassed(to: server.uptime, sequence: server.table.sequence, into: &$1)
        }
    }

    /// The database answers the sign-in, even if the connection is gone.
    func answerSignIn() throws {
        guard let signIn else { return }
        self.signIn = nil
        take(try server.answer(signIn, from: peer))
    }

    /// The node finds out that the connection is gone.
    private func end() throws {
        if hasEnded { return }
        hasEnded = true
        wire.closedByServer()
        outgoing = []
        connection.ended(into: &actions)
        try performActions()
        for delivery in arrived + deliveries.takeAll() { take(delivery) }
        arrived = []
    }

    private func take(_ delivery: Delivery) {
        if !hasEnded { return deliveries.post(delivery) }
        if let event = delivery.leftOver { server.hub.mailbox.post(event) }
    }

    // MARK: Actions

    private func perform(_ action: ServerAction) throws {
        switch action {
        case .send(let frame): try put(frame)
        case .sendUser(let news, let version): try put(news.serverFrame(since: version))
        case .sendPong(let nonce): try put(.pong(nonce: nonce))
        case .welcome(let welcome):
            try put(.welcome(welcome.welcome(at: MarketTime(milliseconds: 0), in: server.lineage.epoch)))
        case .beginMarket(let held):
            try decide { [server] in
                $0.beginMarket(from: held, in: server.lineage, at: server.table.sequence, into: &$1)
            }
        case .serveMarket: try serveMarket()
        case .setReading(let isReading): self.isReading = isReading
        case .ask(let request): try ask(request)
        case .close(let close): try put(.close(close))
        case .drop: try end()
        case .count(.userHashMismatch): throw Violation("a terminal's table of its user differed from the database's")
        case .sendRates, .count, .forget: break
        }
    }

    private func ask(_ request: HubRequest) throws {
        switch request {
        case .signIn, .signInNode: signIn = request
        case .join(let signIn, let client): join(signIn, client)
        case .settle(let mutation, let store): tellHub { .mutated($0, store, mutation) }
        case .userTable: tellHub { .tableWanted($0) }
        case .leave: tellHub { .left($0) }
        case .revoke(let token): server.hub.mailbox.post(.tokenLost(token))
        case .node(let request): server.received(request, from: self)
        // These terminals ask for nothing else.
        default: break
        }
    }

    private func tellHub(_ event: (UserConnection) -> UserHub.Event) {
        if let userConnection { server.hub.mailbox.post(event(userConnection)) }
    }

    private func join(_ signIn: Accounts.SignIn, _ client: ClientID) {
        userConnection = UserConnection(simulated: id, of: signIn, client: client, through: deliveries)
        tellHub { .joined($0) }
    }

    // MARK: The socket

    func serveMarket() throws {
        if hasEnded { return }
        let wanted = connection.market.next(
            sequence: server.table.sequence,
            rowCount: server.table.count,
            rowsPerPart: Self.rowsPerPart
        )
        if let wanted { try put(wanted.made(from: server.table, epoch: server.lineage.epoch)) }
    }

    private func put(_ frame: ServerFrame) throws {
        if hasEnded { return }
        outgoing.append(frame)
        try flush()
        try noteWritability()
    }

    /// The kernel takes what it has room for.
    private func flush() throws {
        while !outgoing.isEmpty, !hasEnded, wire.hasRoom {
            let frame = outgoing.removeFirst()
            try wire.put(frame)
            try noteWritability()
            switch frame {
            case .close: try end()
            case .marketDiff, .snapshotPart:
                connection.market.written()
                try serveMarket()
            case .userDiff, .userTable: try decide { $0.userWritten(into: &$1) }
            case .pong: try decide { $0.pongWritten(into: &$1) }
            default: break
            }
        }
    }

    /// As in NIO, a channel with two waiting frames is unwritable. A hint or a beat for it is dropped.
    private func noteWritability() throws {
        let isWritable = outgoing.count < 2
        if hasEnded || isWritable == self.isWritable { return }
        self.isWritable = isWritable
        try decide { [server] in $0.writabilityChanged(to: isWritable, at: server.uptime, into: &$1) }
    }
}
