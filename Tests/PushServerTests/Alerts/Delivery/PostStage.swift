import Foundation
import GRDB
import Logging
import MockMarket
import NIOConcurrencyHelpers
import NIOHTTP1
import Shared
import Synchronization
import TestSupport
import Testing

@testable import PushServer

/// A store, the hubs around it, and a real HTTP server that gets the posts. The time stands still until a test moves it.
final class PostStage: Sendable {
    static let signingKey = "0123456789abcdef"
    let store: SQLiteUserStore
    let ada: AccountID
    let receiver: LoopbackServer
    private let received: NIOLockedValueBox<[MockRequest]>
    private let time: NIOLockedValueBox<MarketTime>
    private let clock = TestClock()
    private let counters = UserCounters()
    private let number = NIOLockedValueBox<UInt64>(0)

    private init(
        _ store: SQLiteUserStore,
        _ ada: AccountID,
        _ receiver: LoopbackServer,
        _ received: NIOLockedValueBox<[MockRequest]>,
        _ time: NIOLockedValueBox<MarketTime>
    ) {
        (self.store, self.ada, self.receiver, self.received, self.time) = (store, ada, receiver, received, time)
    }

    var requests: [MockRequest] { received.withLockedValue { $0 } }
    var keys: [String] { requests.map { $0.headers.first(name: "Idempotency-Key") ?? "" } }
    var lostPosts: Int { counters.lostPosts.load(ordering: .relaxed) }
    var now: MarketTime { time.withLockedValue { $0 } }

    /// - Parameters:
    ///   - host: the host that the operator allows; PORT stands for the receiver's port. Nil: the receiver's address.
    ///   - other: the address of another host that the operator allows, if there is one.
    ///   - patience: how long a post may take, by the system's clock. One that takes longer is given up, and is
    ///     repeated only when the test moves the time. So a busy machine must not need this long.
    ///   - answer: the receiver's answer.
    static func run(
        allowing host: String = "http://127.0.0.1:PORT",
        and other: String? = nil,
        patience: Duration = .seconds(60),
        answer: @escaping LoopbackServer.Answer = { _ in MockReply(text: "{}") },
        _ body: (PostStage) async throws -> Void
    ) async throws {
        let received = NIOLockedValueBox<[MockRequest]>([])
        let time = NIOLockedValueBox(MarketTime(seconds: 1_733_918_400))
        let now: @Sendable () -> MarketTime = { time.withLockedValue { $0 } }
        let receiver = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { request in
            received.withLockedValue { $0.append(request) }
            return answer(request)
        }
        let allowed = try AlertHost(host.replacing("PORT", with: "\(receiver.port)"))
        let others = try other.map { [try AlertHost($0)] } ?? []
        let path = NSTemporaryDirectory() + "/tickwire-posts-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        var limits = SessionLimits()
        // A way may be older than the operator's present list of hosts.
        limits.records.deliveryOrigins = [
            allowed.origin, receiver.baseURL, "http://localhost:\(receiver.port)", "https://gone.example",
        ]
        limits.records.deliveryOrigins += others.map(\.origin)
        let store = try SQLiteUserStore(path: path, limits: limits, now: now)
        let account = try await store.addAccount(named: "Ada", password: PasswordHash(password: "x", cost: .cheap))
        let stage = PostStage(store, account.id, receiver, received, time)
        let transfers = TransferLoop(inFlightPerHost: 4, waitingPerHost: 64)
        var costs = AlertPoster.limits
        costs.totalTime = patience
        let users = UserHub.test(store: store, clock: TestClock(), connectionsMax: 9, counters: stage.counters)
        let hosts = [allowed] + others
        let poster = AlertPoster(hosts: hosts, transfers: transfers, limits: costs, now: now) { _ in "BTC" }
        let hub = DeliveryHub(
            store: store,
            users: users.mailbox,
            poster: poster,
            clock: stage.clock,
            now: now,
            counters: AlertCounters(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { await users.run() }
            tasks.addTask { await hub.run() }
            do { try await body(stage) } catch { Issue.record(error) }
            hub.mailbox.close()
            users.mailbox.close()
        }
        await transfers.shutdown()
        await receiver.stop()
        try store.close()
    }

    // MARK: The user

    func settle(_ mutation: Mutation) async throws -> MutationResult.Outcome {
        let next = number.withLockedValue { number in
            number += 1
            return number
        }
        return try await store.settle([.mutate(next, mutation, ada)])[0].result.outcome
    }

    @discardableResult
    func add(_ kind: DeliveryWay.Kind, to url: String? = nil, id: UInt64 = 1) async throws -> DeliveryWay {
        let address = try #require(DeliveryAddress(url ?? receiver.baseURL + "/topic"))
        let secret = kind == .webhook ? Self.signingKey : ""
        let way = DeliveryWay(
            id: DeliveryID(rawValue: id),
            kind: kind,
            name: "way \(id)",
            address: address,
            secret: secret
        )
        #expect(try await settle(.add(way)) == .applied)
        return way
    }

    /// Adds an alert and lets it fire.
    func fire(_ id: UInt64 = 1) async throws {
        let alert = Alert.test(.priceAbove(ExactDecimal(integerLiteral: 99 + Int64(id))), id: id)
        #expect(try await settle(.add(alert)) == .applied)
        let steps = [AlertChange.Step.armed(now), .fired(.test(at: now)), .fired(.test(at: now))]
        let requests = steps.map { UserRequest.alerts(ada, .test, [AlertChange(alert: alert.id, arming: 1, step: $0)]) }
        #expect(try await store.settle(requests) == [.alerts([true]), .alerts([true]), .alerts([false])])
    }

    // MARK: The store

    var table: UserTable { get async throws { try #require(try await store.table(of: ada)) } }

    func state(_ way: DeliveryWay) async throws -> DeliveryState? { try await table.state(of: way.id) }

    /// How many posts wait.
    var waitingCount: Int {
        get async throws {
            try await store.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM outgoing_post") ?? -1 }
        }
    }

    /// Whether a post is due or under way.
    var isBusy: Bool {
        get async throws {
            let now = now
            return try await store.pool.read { db in
                let isClaimed = try Bool.fetchOne(db, sql: "SELECT MAX(claimed) FROM outgoing_post") ?? false
                return try isClaimed || !OutboxRows(db: db).waysToClaim(at: now, for: PostPlaces(), among: .all).isEmpty
            }
        }
    }

    // MARK: Time

    func pass(_ duration: Duration) { time.withLockedValue { $0 = $0.adding(duration) } }

    /// Lets the hub look at the store until this is true.
    func until(_ isReached: () async throws -> Bool) async throws {
        while try await !isReached() {
            try Task.checkCancellation()
            clock.endSleeps()
            await Task.yield()
        }
    }
}
