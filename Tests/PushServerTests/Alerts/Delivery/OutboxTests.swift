import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

/// Which of the stored posts are claimed, in each kind of database.
@Suite(.timeLimit(.minutes(5)))
struct OutboxTests {
    /// Behind more posts to ntfy.sh than a claim looks at first, one waits for another host.
    private func withBacklog(
        _ kind: StoreKind,
        _ body: (any SQLUserStore, _ backlog: DeliveryID, _ other: DeliveryID) async throws -> Void
    ) async throws {
        try await withStore(kind) { _, ada, open in
            let store = try await open(at: MarketTime(seconds: 9))
            let ways = [try way(1, "https://ntfy.sh/topic"), try way(2, "https://hooks.example.com/tickwire")]
            for (index, way) in ways.enumerated() {
                let answers = try await store.settle([.mutate(UInt64(index + 1), .add(way), ada)])
                let outcome = try answers[0].result.outcome
                #expect(outcome == .applied)
            }
            let (backlog, other) = (ways[0].id, ways[1].id)
            let count = OutboxRows.pageRows + 10
            try await store.write { db in
                for number in 0..<count { try Self.insert(number, to: backlog, of: ada, db) }
                try Self.insert(count, to: other, of: ada, db)
            }
            try await body(store, backlog, other)
            try await store.close()
        }
    }

    private func way(_ id: UInt64, _ url: String) throws -> DeliveryWay {
        let address = try #require(DeliveryAddress(url))
        return DeliveryWay(id: DeliveryID(rawValue: id), kind: .ntfy, name: "way \(id)", address: address, secret: "")
    }

    private static func insert(
        _ number: Int,
        to way: DeliveryID,
        of account: AccountID,
        due: MarketTime? = nil,
        _ db: any SQLSession
    ) throws {
        let due = due ?? MarketTime(milliseconds: Int64(number))
        try db.perform(
            """
            INSERT INTO outgoing_post (account_id, delivery, idempotency_key, test, due_ms) VALUES (?, ?, ?, 1, ?)
            """,
            [.account(account), way.column, .text("key \(number)"), .time(due)]
        )
    }

    @Test(arguments: StoreKind.all) func postsThatWaitForAFullHostHideNoOtherHosts(_ kind: StoreKind) async throws {
        try await withBacklog(kind) { store, backlog, other in
            var places = PostPlaces()
            let first = try await store.claimPosts(for: places, among: .all).posts
            #expect(first.map(\.delivery.id) == Array(repeating: backlog, count: PostPlaces.originMax))
            #expect(first.map(\.idempotencyKey) == (0..<PostPlaces.originMax).map { "key \($0)" }, "the oldest first")
            for post in first { places.take(post.route, at: MarketTime(seconds: 9)) }
            let oldest = try await store.claimPosts(for: places, among: .oldest).posts
            #expect(oldest.isEmpty)
            let second = try await store.claimPosts(for: places, among: .all).posts
            #expect(second.map(\.delivery.id) == [other])
            for post in second { places.take(post.route, at: MarketTime(seconds: 9)) }
            let third = try await store.claimPosts(for: places, among: .all).posts
            #expect(third.isEmpty)
            places.giveBack("https://ntfy.sh")
            let fourth = try await store.claimPosts(for: places, among: .all).posts
            #expect(fourth.map(\.idempotencyKey) == ["key \(PostPlaces.originMax)"])
        }
    }

    /// They used to stay due, so a claim saw only them, although the host had places for others.
    @Test(arguments: StoreKind.all) func postsThatWaitForTheirPaceHideNoOtherUsers(_ kind: StoreKind) async throws {
        try await withStore(kind) { _, ada, open in
            let now = NIOLockedValueBox(MarketTime(seconds: 9))
            let store = try await open(.test) { now.withLockedValue { $0 } }
            let bob = try await store.addAccount(named: "Bob", password: PasswordHash(text: "x")).id
            let way = try way(1, "https://ntfy.sh/topic")
            for account in [ada, bob] {
                let outcome = try await store.settle([.mutate(1, .add(way), account)])[0].result.outcome
                #expect(outcome == .applied)
            }
            let count = OutboxRows.pageRows + 10
            try await store.write { db in
                for number in 0..<count { try Self.insert(number, to: way.id, of: ada, db) }
                try Self.insert(count, to: way.id, of: bob, db)
            }
            var places = PostPlaces()
            let route = PostRoute(account: ada, origin: "https://ntfy.sh")
            for _ in 0..<PostPace.burst {
                places.take(route, at: MarketTime(seconds: 9))
                places.giveBack(route.origin)
            }
            let first = try await store.claimPosts(for: places, among: .oldest).posts
            let second = try await store.claimPosts(for: places, among: .oldest).posts
            #expect(first.isEmpty && second.map(\.account) == [bob])
            // One that comes meanwhile does not overtake those that were postponed.
            try await store.write { db in
                let due = MarketTime(milliseconds: 9500)
                try Self.insert(count + 1, to: way.id, of: ada, due: due, db)
            }
            now.withLockedValue { $0 = $0.adding(PostPace.interval) }
            let third = try await store.claimPosts(for: places, among: .oldest).posts
            #expect(third.map(\.idempotencyKey) == ["key 0"], "they wait no longer than they must")
            let waiting = try await store.read { db in
                try db.one("SELECT COUNT(*) AS count FROM outgoing_post WHERE NOT claimed", [])?.number("count")
            }
            #expect(waiting == Int64(count), "none is lost")
            try await store.close()
        }
    }

    /// The time of the last test is in records that a user may remove: the way, and the note about it.
    @Test(arguments: StoreKind.all) func testMessagesByNewWaysKeepThePaceToo(_ kind: StoreKind) async throws {
        try await withStore(kind) { _, ada, open in
            let now = NIOLockedValueBox(MarketTime(seconds: 9))
            let store = try await open(.test) { now.withLockedValue { $0 } }
            var (places, number) = (PostPlaces(), UInt64(0))
            var last: DeliveryID?
            /// Asks for a test by a new way, which takes the place of the last one.
            func postsOfOneMoreTest() async throws -> Int {
                var new = try way(number + 1, "https://ntfy.sh/topic")
                new.test = 1
                let mutations = (last.map { [Mutation.remove($0)] } ?? []) + [.add(new)]
                last = new.id
                for mutation in mutations {
                    number += 1
                    let outcome = try await store.settle([.mutate(number, mutation, ada)])[0].result.outcome
                    #expect(outcome == .applied)
                }
                let posts = try await store.claimPosts(for: places, among: .all).posts
                for post in posts {
                    places.take(post.route, at: now.withLockedValue { $0 })
                    places.giveBack(post.route.origin)
                }
                return posts.count
            }
            for _ in 0..<PostPace.burst { #expect(try await postsOfOneMoreTest() == 1) }
            #expect(try await postsOfOneMoreTest() == 0)
            now.withLockedValue { $0 = $0.adding(PostPace.interval) }
            #expect(try await postsOfOneMoreTest() == 1)
            try await store.close()
        }
    }

    /// A post that had failed used to wait for the former end of quiet hours, because it had been tried.
    @Test(arguments: StoreKind.all)
    func aChangeOfQuietHoursWakesWhateverWaitsForTheirEnd(_ kind: StoreKind) async throws {
        try await withStore(kind) { _, ada, open in
            let noon = MarketTime(seconds: 1_733_918_400)
            let store = try await open(at: noon)
            let way = try way(1, "https://ntfy.sh/topic")
            let mutations = [Mutation.add(way), .set(Settings.quietHours, to: "11:00-13:00 UTC")]
            for (index, mutation) in mutations.enumerated() {
                let answers = try await store.settle([.mutate(UInt64(index + 1), mutation, ada)])
                let outcome = try answers[0].result.outcome
                #expect(outcome == .applied)
            }
            let end = noon.adding(seconds: 3600)
            let rows: [(key: String, tries: Int, due: MarketTime, isClaimed: Bool)] = [
                ("never tried", 0, noon, false), ("failed", 1, noon, false),
                ("waits for its host", 1, noon.adding(seconds: 600), false), ("under way", 1, end, true),
            ]
            try await store.write { db in
                for row in rows {
                    try db.perform(
                        """
                        INSERT INTO outgoing_post (account_id, delivery, idempotency_key, test, due_ms, tries, claimed)
                        VALUES (?, ?, ?, 0, ?, ?, ?)
                        """,
                        [
                            .account(ada), way.id.column, .text(row.key), .time(row.due), .count(row.tries),
                            .bool(row.isClaimed),
                        ]
                    )
                }
            }
            let posts = try await store.claimPosts(for: PostPlaces(), among: .all).posts
            #expect(posts.isEmpty, "these are quiet hours")
            let waiting = try await keys(dueAt: end, in: store)
            #expect(waiting == ["failed", "never tried", "under way"])
            let answers = try await store.settle([.mutate(3, .set(Settings.quietHours, to: "off"), ada)])
            let outcome = try answers[0].result.outcome
            #expect(outcome == .applied)
            let woken = try await keys(dueAt: noon, in: store)
            #expect(woken == ["failed", "never tried"])
            try await store.close()
        }
    }

    private func keys(dueAt time: MarketTime, in store: any SQLUserStore) async throws -> [String] {
        let keys = try await store.read { db -> [String] in
            let rows = try db.all("SELECT idempotency_key FROM outgoing_post WHERE due_ms = ?", [.time(time)])
            return rows.compactMap { $0.text("idempotency_key") }
        }
        return keys.sorted()
    }

    /// The places of a process that has ended are free in the next one, and so are its claims.
    @Test func afterARestartReleasedPostsWaitAgain() async throws {
        try await withBacklog(.sqlite) { store, _, _ in
            let before = try await store.claimPosts(for: PostPlaces(), among: .all).posts
            try await store.releasePosts()
            let ids = Set(before.map(\.id))
            let again = try await store.claimPosts(for: PostPlaces(), among: .all).posts
            // Released posts were tried, so they come after those that were not.
            #expect(again.count == PostPlaces.originMax && ids.isDisjoint(with: again.map(\.id)))
            let waiting = try await store.read { db in
                try db.one("SELECT COUNT(*) AS count FROM outgoing_post WHERE NOT claimed", [])?.number("count")
            }
            #expect(waiting == Int64(OutboxRows.pageRows + 11 - PostPlaces.originMax))
        }
    }
}
