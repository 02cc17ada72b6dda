import Logging
import MockMarket
import ServiceLifecycle
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// Nodes of one fleet in one process, each with real TLS, a port and a data folder of its own. They share a mock market, the
/// lease, and the nodes' credentials: in memory, or in a database of PostgreSQL, which then has the users' data, too.
@MainActor
final class TestFleet {
    /// A node that runs.
    struct Node {
        let server: Server
        let group: ServiceGroup
        let running: Task<Void, any Error>
        /// While it is held, the node's lease, beats and looks at the database stop. Its network and its hubs go on.
        let clock: HoldableClock

        var fleet: FleetNode {
            guard case .fleet(let node) = server.role else { preconditionFailure("a node takes part in a fleet") }
            return node
        }
        var address: NodeAddress { NodeAddress(address: "\(server.listenAddress)", pin: server.pin) }
        /// What reads the providers.
        var hub: MarketHub? { get async { await server.role.parts?.hub } }
        var term: UInt32? { get async { if case .leading(let term) = await fleet.role { term } else { nil } } }

        @MainActor
        func terminal(user: String = "ada") -> TestTerminal {
            TestTerminal(
                target: ServerLink.Target(
                    address: ServerAddress(host: "127.0.0.1", port: server.listenAddress.port),
                    trust: .pin(server.pin),
                    credentials: .password(name: user, password: "secret of \(user)"),
                    deviceName: "test"
                )
            )
        }

        /// A terminal that knows several nodes, which show one certificate, and begins with this one.
        @MainActor
        func terminal(andAt others: [Node]) throws -> TestTerminal {
            let ports = ([self] + others).map(\.server.listenAddress.port)
            let terminal = terminal()
            var target = terminal.link.target
            target.address = try ServerAddress(checking: ports.map { "127.0.0.1:\($0)" }.joined(separator: ","))
            return TestTerminal(target: target)
        }

        /// Sums a counter over its event loops.
        func count(_ counter: @escaping @Sendable (ShardCounters) -> Int) async throws -> Int {
            var sum = 0
            for shard in server.shards { sum += try await shard.read { counter($0.counters) } }
            return sum
        }
    }

    /// What differs in another version of this program.
    struct Version {
        let store: any SQLUserStore
        let records: RecordRules
    }

    let store = MemoryFleetStore()
    let mock: MockMarketServer
    private let directory: String
    /// The address of the database; nil: none.
    private let database: String?
    private var nodes: [Node] = []

    private init(_ mock: MockMarketServer, in directory: String, sharing database: String?) {
        (self.mock, self.directory, self.database) = (mock, directory, database)
    }

    /// Stops all nodes at the end.
    static func with(sharing database: String? = nil, _ body: @MainActor (TestFleet) async throws -> Void) async throws
    {
        try await withTemporaryDirectory { directory in
            let mock = try await startMock(coins: 60)
            let fleet = TestFleet(mock, in: directory, sharing: database)
            let result: Result<Void, any Error>
            do { result = .success(try await body(fleet)) } catch { result = .failure(error) }
            for node in fleet.nodes { await node.group.triggerGracefulShutdown() }
            for node in fleet.nodes { _ = try? await node.running.value }
            await mock.stop()
            try result.get()
        }
    }

    #if FLEET
        /// Three nodes with one certificate and one database. The first one leads.
        /// - Parameter isChain: whether the third node is told to follow the second.
        static func withThreeNodes(
            isChain: Bool = false,
            _ body: @MainActor (TestFleet, _ leader: Node, Node, Node) async throws -> Void
        ) async throws {
            try await withTemporaryDirectory { directory in
                let files = try IssuedCertificate(in: directory).files
                try await PostgresServer.running().withDatabase { database in
                    try await with(sharing: database) { fleet in
                        let (first, second, third) = try await fleet.startThree(isChain: isChain, showing: files)
                        try await body(fleet, first, second, third)
                    }
                }
            }
        }
    #endif

    /// - Parameters:
    ///   - isChain: whether the third node is told to follow the second.
    ///   - certificate: of all three; nil: each has its own.
    /// - Returns: the leader first.
    func startThree(
        isChain: Bool,
        showing certificate: ServerConfiguration.CertificateFiles? = nil
    ) async throws -> (Node, Node, Node) {
        let first = try await start(showing: certificate)
        _ = try await leader(of: [first])
        let second = try await start(showing: certificate)
        return (first, second, try await start(preferring: isChain ? [second.address] : [], showing: certificate))
    }

    /// The data folder of the node that is started next.
    var nextFolder: String { "\(directory)/node\(nodes.count)" }

    /// - Parameters:
    ///   - address: where the node says that others reach it; nil: where it listens.
    ///   - certificate: nil: one of its own.
    ///   - ahead: how wrong the node's clock is.
    ///   - kind: where the node says that its prices come from.
    ///   - version: nil: that of this program.
    func start(
        preferring parents: [NodeAddress] = [],
        at address: ServerConfiguration.Endpoint? = nil,
        showing certificate: ServerConfiguration.CertificateFiles? = nil,
        ahead: Duration = .zero,
        kind: ServerConfiguration.Market.Kind = .live,
        version: Version? = nil
    ) async throws -> Node {
        let folder = nextFolder
        var configuration = ServerConfiguration(dataDirectory: folder, market: .mocked(by: mock, coins: 60))
        configuration.market.kind = kind
        configuration.listen.port = 0
        configuration.passwordCost = .cheap
        configuration.eventLoops = 2
        configuration.admin = .init(host: "127.0.0.1", port: 0)
        configuration.returnSpread = .milliseconds(200)
        configuration.limits.silence = .seconds(600)
        configuration.limits.helloTimeout = .seconds(600)
        configuration.certificate = certificate
        configuration.store = database
        if database != nil {
            let parents = parents.map { ServerConfiguration.Endpoint(host: "127.0.0.1", port: $0.port) }
            configuration.node = .init(address: .init(host: "127.0.0.1", port: 0), parents: parents)
        }
        // This program cannot open the database of a newer version.
        if let version {
            configuration.limits.records = version.records
        } else {
            try await addUsers(["ada"], in: folder, or: database)
        }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let clock = HoldableClock()
        let server = try await Server(
            configuration,
            fleet: database == nil
                ? FleetMembership(lease: store, credentials: store, address: address, preferred: { parents }) : nil,
            store: version?.store,
            logger: logger,
            clock: clock,
            now: { .now.adding(ahead - clock.behind) }
        )
        let group = ServiceGroup(services: [server], logger: logger)
        // Unstructured, because nodes come and go in the middle of a test. `with` waits for all of them.
        let running = Task { try await group.run() }
        let node = Node(server: server, group: group, running: running, clock: clock)
        nodes.append(node)
        return node
    }

    /// Ends a node as a crash does: it hands nothing over.
    func kill(_ node: Node) async {
        node.running.cancel()
        _ = try? await node.running.value
    }

    /// Ends a node as an operator does.
    func stop(_ node: Node) async throws {
        await node.group.triggerGracefulShutdown()
        try await node.running.value
    }

    /// Returns the hub of the node among these that leads, once one does and has the market.
    /// - Parameter patience: a node that leads again asks its sources when they are due, which may be later.
    func leader(
        of candidates: [Node],
        where isRight: (UInt32) -> Bool = { _ in true },
        patience: StartWaiters.Patience? = nil
    ) async throws -> (node: Node, hub: MarketHub) {
        while true {
            try Task.checkCancellation()
            for node in candidates {
                guard let hub = await node.hub, isRight(hub.epoch.term) else { continue }
                await hub.waitUntilStarted(patience: patience)
                return (node, hub)
            }
            await Task.yield()
        }
    }
}

/// Runs terminals while `body` runs.
@MainActor
func running(_ terminals: [TestTerminal], _ body: @escaping @MainActor () async throws -> Void) async throws {
    guard let first = terminals.first else { return try await body() }
    try await first.connected { try await running(Array(terminals.dropFirst()), body) }
}

extension NodeAddress {
    var port: Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }
}

extension MarketHub {
    /// A new price of Bitcoin at an exchange.
    func tick(_ price: String) async throws {
        let ticker = PairTicker(pair: "btcusdt", close: try ExactDecimal(parsing: price))
        await arrived(TickerBoard(time: .now, tickers: [ticker], badRows: 0), provider: "Huobi")
    }
}
