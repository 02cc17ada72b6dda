import Dispatch
import Foundation
import GRDB
import Shared
import Synchronization
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct GroupedWriterTests {
    private struct Stage {
        let store: SQLiteUserStore
        let counters: UserCounters
        let path: String

        var commits: Int { counters.commits.load(ordering: .relaxed) }

        /// Writes nothing until `count` callers of `body` wait.
        func together<Value: Sendable>(
            _ count: Int,
            _ body: @escaping @Sendable (Int) async throws -> Value
        ) async -> [Result<Value, any Error>] {
            let gate = DispatchSemaphore(value: 0)
            store.pool.asyncWriteWithoutTransaction { _ in gate.wait() }
            return await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
                for number in 0..<count {
                    group.addTask {
                        do { return (number, .success(try await body(number))) } catch {
                            return (number, .failure(error))
                        }
                    }
                }
                while store.writer.waitingCount < count { await Task.yield() }
                gate.signal()
                return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
    }

    private func withStage(patience: Duration = .seconds(5), _ body: (Stage) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/tickwire-writer-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let counters = UserCounters()
        let store = try SQLiteUserStore(
            path: path,
            limits: SessionLimits(),
            patience: patience,
            counters: counters,
            now: { MarketTime(seconds: 1) }
        )
        try await body(Stage(store: store, counters: counters, path: path))
        try store.close()
    }

    private func token(_ number: Int, _ kind: UInt8 = 0) -> TokenHash {
        TokenHash(bytes: [kind, UInt8(number >> 8), UInt8(number & 0xff)])
    }

    /// After a crash, all terminals return within a second.
    @Test func renewalsOfTokensShareACommit() async throws {
        try await withStage { stage in
            let ada = try await stage.store.addAccount(named: "ada", password: PasswordHash(text: "x")).id
            for number in 0..<50 { _ = try await stage.store.addDevice("test", token(number), of: ada) }
            let before = stage.commits
            let renewed = await stage.together(50) { number in
                try await stage.store.renew(token(number), as: token(number, 1))
            }
            for result in renewed { try result.get() }
            #expect(stage.commits - before == 1)
            for number in 0..<50 {
                let standing = try await stage.store.standing(of: token(number, 1))
                #expect(standing != nil)
            }
        }
    }

    @Test func aFailingWriteAffectsNoOther() async throws {
        try await withStage { stage in
            _ = try await stage.store.addAccount(named: "user3", password: PasswordHash(text: "x"))
            let added = await stage.together(6) { number in
                try await stage.store.addAccount(
                    named: UserName(stored: "user\(number)"),
                    password: PasswordHash(text: "x")
                ).name
            }
            for (number, result) in added.enumerated() where number != 3 {
                let name = try result.get()
                #expect(name.text == "user\(number)")
            }
            #expect(throws: UserStoreError.nameTaken("user3")) { try added[3].get() }
            let names = try await stage.store.accounts().map(\.name.text)
            #expect(names == (0..<6).map { "user\($0)" })
        }
    }

    @Test func onlyTransactionsThatWriteCountAsCommits() async throws {
        try await withStage { stage in
            let ada = try await stage.store.addAccount(named: "ada", password: PasswordHash(text: "x")).id
            let device = try await stage.store.addDevice("test", token(1), of: ada).device
            try await stage.store.renew(token(1), as: token(2))
            try await stage.store.touch([TokenUse(token: token(2), address: "192.0.2.1")])
            _ = try await stage.store.revoke(device, of: ada)
            #expect(stage.commits == 5)
            _ = try await stage.store.revoke(device, of: ada)
            try await stage.store.forget([token(1)])
            _ = try await stage.store.settle([.forget(ada, .test)])
            #expect(stage.commits == 5)
            #expect(stage.counters.failedCommits.load(ordering: .relaxed) == 0)
        }
    }

    /// Otherwise, callers would queue behind one wait after another while another process holds the database.
    @Test func afterAWaitInVainWritesDoNotWaitUntilOneSucceeds() async throws {
        try await withStage(patience: .milliseconds(50)) { stage in
            func timeout() async throws -> Int? {
                try await stage.store.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA busy_timeout") }
            }
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let locker = try DatabaseQueue(path: stage.path, configuration: configuration)
            try await locker.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            await #expect(throws: DatabaseError.self) { _ = try await stage.store.removeAccount(named: "ada") }
            var left = try await timeout()
            #expect(left == 0)
            #expect(stage.counters.failedCommits.load(ordering: .relaxed) == 1)
            try await locker.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            _ = try await stage.store.removeAccount(named: "ada")
            left = try await timeout()
            #expect(left == 50)
            try locker.close()
        }
    }

    @Test func changesOfManyClientsShareACommit() async throws {
        try await withStage { stage in
            var terminals: [StubConnection] = []
            for user in 0..<100 {
                let name = "user\(user)"
                let account = try await stage.store.addAccount(
                    named: UserName(stored: name),
                    password: PasswordHash(text: "x")
                )
                terminals += [StubConnection(2 * user, account), StubConnection(2 * user + 1, account)]
            }
            let hub = UserHub.test(
                store: stage.store,
                clock: ContinuousClock(),
                connectionsMax: 2,
                counters: stage.counters
            )
            let identity = try await stage.store.pool.read(StoreIdentity.init(from:))
            let before = stage.commits
            for number in 1...5 as ClosedRange<UInt64> {
                for terminal in terminals {
                    let change = NumberedMutation(number: number, mutation: .add(UInt32(number)))
                    hub.mailbox.post(.mutated(terminal.connection, identity, change))
                }
            }
            async let running: Void = hub.run()
            for terminal in terminals {
                for number in 1...5 {
                    let result = await terminal.next()
                    #expect(result == "result \(number) applied")
                }
            }
            #expect(stage.commits - before == 1, "1,000 changes that were there together")
            hub.mailbox.close()
            await running
        }
    }
}
