import NIOPosix
import Observation
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// A terminal without a screen, with the link and replicas that the screens use.
@MainActor
@Observable
final class TestTerminal {
    let link: ServerLink
    private(set) var token: [UInt8]?
    /// Every frame that has come.
    private(set) var frames: [ServerFrame] = []

    var user: UserTable { link.user.table }
    var favorites: [CoinID] { link.user.favorites.map(\.coin) }
    var table: MarketTable { link.market.table }
    var snapshotParts: Int { frames.count { if case .snapshotPart = $0 { true } else { false } } }
    var diffs: [MarketDiff] { frames.compactMap { if case .marketDiff(let diff) = $0 { diff } else { nil } } }

    init(target: ServerLink.Target, journals: PendingJournals? = nil, cached: ReplicaCache? = nil) {
        link = ServerLink(
            target: target,
            group: MultiThreadedEventLoopGroup.singleton,
            market: MarketReplica(cached: cached?.market),
            user: UserReplica(journals: journals),
            cached: cached
        )
        link.observer = { [unowned self] in frames.append($0) }
        link.tokenArrived = { [unowned self] in token = $0 }
        link.tokenRenewed = { [unowned self] in token = $1 }
    }

    func forgetFrames() { frames = [] }

    // MARK: Changes

    func add(_ coin: CoinID) { link.user.mutate { .add([coin], of: $0) } }
    func remove(_ coin: CoinID) { link.user.mutate { _ in .remove([coin]) } }
    func set<Value>(_ setting: Setting<Value>, to value: Value) {
        link.user.mutate { _ in .set(setting, to: value) }
    }

    func set(_ source: KlineSource) { set(source.name) }
    func set(_ source: String) { link.user.mutate { _ in .set(Settings.klineSource, to: source) } }

    func place(_ coin: CoinID, at key: OrderKey) {
        let item = ListItem(coin: coin, orderKey: key)
        link.user.mutate { _ in Mutation([Change(item.key, .put(item.value))]) }
    }

    // MARK: Waiting

    /// Returns when `condition` holds for the link's observable state.
    func until(_ condition: @escaping @MainActor (TestTerminal) -> Bool) async {
        for await isReached in Observations({ [self] in condition(self) }) where isReached { return }
    }

    /// Waits for user state and market.
    func untilReady() async { await until { $0.link.user.isComplete && $0.link.market.isComplete } }
    func untilLive() async { await until { $0.link.state == .live } }
    func untilConfirmed() async { await until { $0.link.user.pendingCount == 0 && $0.link.state == .live } }
    /// Waits until the terminal's market equals the server's. Prices get old by time alone, so the server's market may
    /// change meanwhile.
    func untilItHasTheMarket(of server: TestServer) async throws {
        while true {
            try Task.checkCancellation()
            let wanted = await server.hub.state
            await until { $0.table.sequence >= wanted.sequence }
            guard table.sequence == wanted.sequence else { continue }
            #expect(table.hash == wanted.hash)
            return
        }
    }

    func untilStopped() async -> ConnectionError? {
        await until { if case .stopped = $0.link.state { true } else { false } }
        if case .stopped(let error) = link.state { return error }
        return nil
    }

    func untilWaiting() async { await until { if case .waiting = $0.link.state { true } else { false } } }

    /// Runs the link while `body` runs. It reconnects at once after a loss, so that no test waits for a backoff.
    func connected<Value: Sendable>(_ body: @MainActor () async throws -> Value) async throws -> Value {
        async let _ = link.run()
        async let _ = retryAtOnce()
        return try await body()
    }

    /// Runs the link without retries.
    func running<Value: Sendable>(_ body: @MainActor () async throws -> Value) async throws -> Value {
        async let _ = link.run()
        return try await body()
    }

    private func retryAtOnce() async {
        let link = link
        for await state in Observations({ link.state }) {
            if case .waiting = state { link.retryRequested() }
        }
    }
}

extension TestServer {
    /// The address, trust and credentials with which a terminal connects.
    func target(
        user: String = "ada",
        port: Int? = nil,
        credentials: Hello.Credentials? = nil,
        trust: TLSTrust? = nil
    ) -> ServerLink.Target {
        ServerLink.Target(
            address: ServerAddress(host: "127.0.0.1", port: port ?? self.port),
            trust: trust ?? .pin(server.pin),
            credentials: credentials ?? .password(name: user, password: "secret of \(user)"),
            deviceName: "test"
        )
    }

    @MainActor
    func terminal(
        user: String = "ada",
        port: Int? = nil,
        journals: PendingJournals? = nil,
        cached: ReplicaCache? = nil
    ) -> TestTerminal {
        TestTerminal(target: target(user: user, port: port), journals: journals, cached: cached)
    }
}
