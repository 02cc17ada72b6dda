import NIOCore
import Shared

@testable import PushServer

/// A connection of a terminal or a node to a node: the real `ServerConnection` at one end, and frames on their way.
@MainActor
final class SimulatedLink {
    /// A small capacity, so that a client that does not read has an effect.
    static let capacity = 3

    let server: FleetMember
    /// The node at the other end; nil: a terminal.
    let client: FleetMember?
    private(set) var connection: ServerConnection
    private(set) var toClient: [ServerFrame] = []
    private(set) var toServer: [ClientFrame] = []
    private var isMarketWaiting = false
    /// Whether the link takes no more frames. Those on their way may still arrive.
    private(set) var isCut = false
    private var outgoing: [ServerFrame] = []

    init(_ server: FleetMember, client: FleetMember?, id: ConnectionID, terms: ServerTerms, now: NIODeadline) {
        (self.server, self.client) = (server, client)
        connection = ServerConnection(id: id, terms: terms, now: now)
    }

    var hasEnded: Bool { isCut && toClient.isEmpty }

    func hello(_ hello: Hello) { toServer.append(.hello(hello)) }
    func send(_ frame: ClientFrame) { if !isCut { toServer.append(frame) } }
    func takeForClient() -> ServerFrame? { toClient.isEmpty ? nil : toClient.removeFirst() }

    func cut(keeping frames: Int) {
        isCut = true
        (toClient, toServer, outgoing) = (Array(toClient.prefix(frames)), [], [])
    }

    // MARK: The node's end

    /// The node reads one frame.
    func serverReads(at now: NIODeadline) {
        guard !isCut, !toServer.isEmpty else { return }
        let frame = toServer.removeFirst()
        decide { $0.received(frame, at: now, into: &$1) { _ in true } }
    }

    func decide(_ input: (inout ServerConnection, inout Actions) -> Void) {
        if isCut { return }
        var actions = Actions()
        input(&connection, &actions)
        while let (_, action) = actions.popFirst() { perform(action, &actions) }
        flush()
    }

    private func perform(_ action: ServerAction, _ actions: inout Actions) {
        switch action {
        case .send(let frame): outgoing.append(frame)
        case .sendPong(let nonce): outgoing.append(.pong(nonce: nonce))
        case .welcome(var welcome):
            welcome.epoch = server.lineage.epoch
            outgoing.append(.welcome(welcome))
        case .beginMarket(let held):
            connection.beginMarket(from: held, in: server.lineage, at: server.table.sequence, into: &actions)
        case .serveMarket: serveMarket()
        case .ask(.signIn(let hello)):
            if case .node(_, let term) = hello.credentials { server.heard(term) }
            connection.nodeSignedIn(.success(client?.process ?? NodeID(high: 9, low: 9)), into: &actions)
        case .close(let close):
            outgoing.append(.close(close))
        case .drop: cut(keeping: toClient.count)
        case .ask, .sendUser, .sendRates, .setReading, .count, .forget: break
        }
    }

    func serveMarket() {
        while !isCut, !isMarketWaiting,
            let wanted = connection.market.next(
                sequence: server.table.sequence,
                rowCount: server.table.count,
                rowsPerPart: 4
            )
        {
            isMarketWaiting = true
            outgoing.append(wanted.made(from: server.table, epoch: server.lineage.epoch))
            flush()
        }
        flush()
    }

    /// The kernel takes what it has room for.
    func flush() {
        while !isCut, !outgoing.isEmpty, toClient.count < Self.capacity {
            let frame = outgoing.removeFirst()
            toClient.append(frame)
            switch frame {
            case .marketDiff, .snapshotPart:
                isMarketWaiting = false
                connection.market.written()
                serveMarket()
            case .close: cut(keeping: toClient.count)
            default: break
            }
        }
    }
}
