import Foundation
import GRDB
import MockMarket
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct SQLiteUserStoreTests {
    private let client = ClientID(high: 1, low: 2)

    private func withStore(_ body: (SQLiteUserStore, AccountID, String) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/tickwire-store-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try Self.open(path)
        let account = try await store.addAccount(named: "Ada", password: PasswordHash(password: "x", cost: .cheap))
        _ = try await store.addDevice("test", token, of: account.id)
        try await body(store, account.id, path)
        try store.close()
    }

    private static func open(_ path: String, at now: MarketTime = MarketTime(seconds: 1)) throws -> SQLiteUserStore {
        var limits = SessionLimits()
        limits.records.limit(.listItem, toRecords: 2)
        limits.mutationsInFlight = 3
        return try SQLiteUserStore(path: path, limits: limits, now: { now })
    }

    private func mutate(
        _ number: UInt64,
        _ mutation: Mutation,
        _ account: AccountID
    ) -> UserRequest {
        .mutate(account, client, .test, NumberedMutation(number: number, mutation: mutation))
    }

    private let token = TokenHash(bytes: [1, 2, 3])

    private func join(
        _ account: AccountID,
        _ client: ClientID? = nil,
        in store: SQLiteUserStore
    ) async throws -> Joined? {
        let use = TokenUse(token: token, address: "192.0.2.1")
        return try await store.join([Joining(account: account, client: client ?? self.client, use: use)])[0]
    }

    private func result(_ answer: UserAnswer) throws -> MutationResult {
        guard case .settled(let result) = answer else { throw TestFailure.unexpected(answer) }
        return result
    }

    private enum TestFailure: Error { case unexpected(UserAnswer) }

    @Test func aNumberIsSettledOnceAndItsResultIsRepeated() async throws {
        try await withStore { store, account, _ in
            let first = try await store.settle([mutate(1, .add(5), account)])
            let again = try await store.settle([
                mutate(1, .add(6), account), mutate(1, .remove([CoinID(5)]), account),
            ])
            #expect(try result(first[0]) == result(again[0]))
            #expect(try result(first[0]) == result(again[1]))
            let joined = try #require(try await join(account, in: store))
            #expect(joined.table.coins == [CoinID(5)])
            #expect(joined.table.version == 1)
            #expect(joined.lastMutation == 1)
        }
    }

    @Test func aGapIsOutOfOrder() async throws {
        try await withStore { store, account, _ in
            let answers = try await store.settle([mutate(2, .test, account)])
            let outcome = try result(answers[0])
            #expect(outcome.outcome == .outOfOrder)
            #expect(outcome.lastNumber == 0)
        }
    }

    @Test func aRefusalUsesItsNumberUpAndIsRemembered() async throws {
        try await withStore { store, account, _ in
            let answers = try await store.settle([
                mutate(1, .add(1), account), mutate(2, .add(2), account),
                mutate(3, .add(3), account), mutate(4, .unknown, account),
                mutate(3, .add(3), account),
            ])
            let results = try answers.map(result)
            #expect(
                results[2].outcome == .refused(reason: "There may be 2 favorites at most; remove one first.")
            )
            #expect(results[4] == MutationResult(number: 3, outcome: results[2].outcome, version: 2, lastNumber: 4))
            #expect(results.map(\.version) == [1, 2, 2, 2, 2])
        }
    }

    @Test func clientsCountForThemselves() async throws {
        try await withStore { store, account, _ in
            let other = ClientID(high: 9, low: 9)
            let answers = try await store.settle([
                mutate(1, .add(1), account),
                .mutate(account, other, .test, NumberedMutation(number: 1, mutation: .add(2))),
            ])
            let results = try answers.map(result)
            #expect(results.map(\.outcome) == [.applied, .applied])
        }
    }

    @Test func whatWasAnsweredIsThereAfterReopening() async throws {
        try await withStore { store, account, path in
            _ = try await store.settle([
                mutate(1, .add(5), account),
                mutate(2, .set(Settings.klineSource, to: "cryptocompare"), account),
                mutate(3, .set(Settings.keepFavorites, to: false), account),
            ])
            let reopened = try Self.open(path)
            let joined = try #require(try await join(account, in: reopened))
            #expect(
                joined.table.storedText(of: Settings.klineSource) == "cryptocompare"
                    && !joined.table[Settings.keepFavorites]
            )
            #expect(joined.lastMutation == 3)
            let passing = try await reopened.accountsWithPassingFavorites()
            #expect(passing.accounts == [account])
            try reopened.close()
        }
    }

    @Test func ofAClientTheNewestOutcomesAreKept() async throws {
        try await withStore { store, account, _ in
            let last = UInt64(MutationHistory.depth) + 2
            _ = try await store.settle((1...last).map { mutate($0, .unknown, account) })
            let answers = try await store.settle([mutate(2, .unknown, account), mutate(3, .unknown, account)])
            let outcomes = try answers.map { try result($0).outcome }
            #expect(outcomes[0] == .applied, "forgotten: it was settled, and that is all")
            #expect(outcomes[1] == .refused(reason: MutationRefusal.unknownChange.description), "still known")
        }
    }

    @Test func anotherStoreThanTheOneThatWasMeantSettlesNothing() async throws {
        try await withStore { store, account, _ in
            let answers = try await store.settle([mutate(1, .test, account), .forget(account, .test)], keeping: [])
            #expect(answers.answers == [.otherStore, .otherStore] && answers.tables.isEmpty)
            let joined = try #require(try await join(account, in: store))
            #expect(joined.table.version == 0 && joined.lastMutation == 0)
        }
    }

    @Test func anUndoReadsWhatItsMutationReplacedAlsoInAReopenedStore() async throws {
        try await withStore { store, account, path in
            _ = try await store.settle([mutate(1, .put(5, "V01"), account), mutate(2, .put(5, "V02"), account)])
            let item = ListItem(coin: CoinID(5), orderKey: try #require(OrderKey("V01")))
            let undo = Mutation([Change(item.key, .restore(held: .mutation(1)))], undoes: 2)
            let reopened = try Self.open(path)
            _ = try await reopened.settle([mutate(3, undo, account)])
            let joined = try #require(try await join(account, in: reopened))
            #expect(joined.table.items().map(\.orderKey.text) == ["V01"] && joined.table.version == 3)
            try reopened.close()
        }
    }

    /// The store, and the table that `apply` leaves, each with its floor.
    private func withModel(
        _ body: (_ change: ([Mutation]) async throws -> Void, _ model: () -> UserTable) async throws -> Void
    ) async throws {
        try await withStore { _, account, path in
            var limits = SessionLimits()
            limits.records.limit(.listItem, toRecords: 3000)
            var (model, number) = (UserTable(), UInt64(0))
            let store = try SQLiteUserStore(path: path, limits: limits, now: { MarketTime(seconds: 1) })
            try await body(
                { mutations in
                    var requests: [UserRequest] = []
                    for mutation in mutations {
                        number += 1
                        try model.apply(mutation, within: limits.records)
                        requests.append(mutate(number, mutation, account))
                    }
                    _ = try await store.settle(requests)
                    let reopened = try Self.open(path)
                    for stored in [try await store.table(of: account), try await reopened.table(of: account)] {
                        #expect(stored == model && stored?.floor == model.floor && stored?.removed == model.removed)
                    }
                    try reopened.close()
                },
                { model }
            )
            try store.close()
        }
    }

    @Test func theFirstOfAThousandAndOneRemovalsIsForgotten() async throws {
        try await withModel { change, model in
            let coins = (1...UInt32(UserTable.removedMax + 2)).map { CoinID($0) }
            try await change([.add(Array(coins.prefix(600)), of: model())])
            try await change([.add(Array(coins.dropFirst(600)), of: model())])
            let first = model().version + 1
            try await change(coins.prefix(UserTable.removedMax).map { .remove([$0]) })
            #expect(model().floor == 0 && model().removedCount == UserTable.removedMax)
            try await change([.remove([coins[UserTable.removedMax]])])
            #expect(model().floor == first && model().removedCount == UserTable.removedMax)
            #expect(model().diff(since: first - 1) == nil && model().diff(since: first) != nil)
            // One that was put again is not removed any more, and makes room.
            try await change([.add(coins[5].rawValue), .remove([coins[UserTable.removedMax + 1]])])
            #expect(model().floor == first && model().removedCount == UserTable.removedMax)
        }
    }

    @Test func ofMoreThanAThousandThatGoAtOnceNoneIsRemembered() async throws {
        try await withModel { change, model in
            let coins = (1...1200).map { CoinID($0) }
            try await change([.add(Array(coins.prefix(600)), of: model())])
            try await change([.add(Array(coins.dropFirst(600)), of: model())])
            try await change([.remove([coins[0]]), .add(7000)])
            let before = model().version
            try await change([.remove(coins)])
            #expect(model().version == before + 1 && model().floor == before + 1 && model().removedCount == 0)
            #expect(model().diff(since: before) == nil && model().diff(since: before + 1) != nil)
        }
    }

    /// Two processes change one user's table, some transactions fail, and now and then a backup takes the database's place: what a
    /// store has kept in memory must never be taken for what is in the file.
    @Test func whatIsKeptInMemoryIsWhatIsInTheFile() async throws {
        try await withStore { store, account, path in
            let seed = UInt64.random(in: 1...UInt64.max)
            var random = SeededGenerator(seed: seed)
            let other = try Self.open(path)
            let copy = try DatabaseQueue(path: path + "-copy")
            defer { try? FileManager.default.removeItem(atPath: path + "-copy") }
            try Self.backUp(store, to: copy)
            for _ in 0..<300 {
                let writer = Bool.random(using: &random) ? store : other
                let client = ClientID(high: 1, low: UInt64.random(in: 1...2, using: &random))
                switch Int.random(in: 0..<12, using: &random) {
                case 0: try Self.backUp(store, to: copy)
                case 1:
                    try await copy.write { try StoreIdentity.random().write(to: $0) }
                    let target = try DatabaseQueue(path: path)
                    try copy.backup(to: target)
                    try target.close()
                case 2:
                    try await writer.pool.write { try $0.execute(sql: "PRAGMA query_only = TRUE") }
                    await #expect(throws: (any Error).self) {
                        _ = try await writer.settle([
                            mutate(1000, .test, account), first(of: .random(using: &random), account),
                        ])
                    }
                    try await writer.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = FALSE") }
                default:
                    let known = try await writer.pool.read { db in
                        try ClientRows(db: db, time: MarketTime(seconds: 1), inFlight: 3).lastNumber(
                            of: client,
                            account
                        )
                    }
                    let coin = UInt32.random(in: 1...3, using: &random)
                    let mutation: Mutation =
                        Bool.random(using: &random) ? .put(coin, "V\(coin)1") : .remove([CoinID(coin)])
                    let change = NumberedMutation(number: known + 1, mutation: mutation)
                    let identity = try await writer.pool.read(StoreIdentity.init(from:))
                    let answers = try await writer.settle([.mutate(account, client, identity, change)], keeping: [])
                    let stored = try await writer.table(of: account)
                    if let told = answers.tables[account] {
                        #expect(told == stored && told.removed == stored?.removed, "seed \(seed)")
                    }
                }
            }
            try copy.close()
            try other.close()
        }
    }

    private static func backUp(_ store: SQLiteUserStore, to copy: DatabaseQueue) throws {
        try store.pool.backup(to: copy)
        // Else the copy needs a WAL, as the database does.
        try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }

    @Test func whatIsStoredIsTheTableAsApplyLeftIt() async throws {
        try await withStore { store, account, path in
            var generator = SystemRandomNumberGenerator()
            let seed = generator.next()
            var random = SeededGenerator(seed: seed)
            var model = UserTable()
            var limits = SessionLimits()
            limits.records.limit(.listItem, toRecords: 2)
            for number in 1...400 as ClosedRange<UInt64> {
                let coin = UInt32.random(in: 1...6, using: &random)
                let mutation: Mutation =
                    Bool.random(using: &random) ? .add(coin) : .remove([CoinID(coin), CoinID(coin % 6 + 1)])
                _ = try? model.apply(mutation, within: limits.records)
                _ = try await store.settle([mutate(number, mutation, account)])
            }
            let stored = try await store.table(of: account)
            #expect(stored == model && stored?.removed == model.removed, "seed \(seed)")
        }
    }

    /// GRDB opens a pool's writer with NORMAL, which may lose what was confirmed in a power cut.
    @Test func theWriterWaitsForTheDiskWithEachCommit() async throws {
        try await withStore { store, _, _ in
            let level = try await store.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
            let journal = try await store.pool.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
            #expect(level == 2)
            #expect(journal == "wal")
        }
    }

    @Test func anAccountThatIsAddedAnewIsNobodyElsesOldOne() async throws {
        try await withStore { store, account, _ in
            let removed = try await store.removeAccount(named: "ada")
            let next = try await store.addAccount(named: "Eve", password: PasswordHash(text: "x"))
            #expect(removed)
            #expect(next.id != account)
            let answers = try await store.settle([mutate(1, .test, account)])
            let joined = try await join(account, in: store)
            #expect(answers == [.noAccount] && joined == nil)
        }
    }

    @Test func aTokenThatWasRevokedMeanwhileDoesNotJoin() async throws {
        try await withStore { store, account, _ in
            try await store.forget([token])
            let joined = try await join(account, in: store)
            #expect(joined == nil)
        }
    }

    @Test func anAccountKeepsTheDevicesThatWereUsedLast() async throws {
        try await withStore { store, account, path in
            let later = try Self.open(path, at: MarketTime(seconds: 10_000))
            let tokens = (0..<DeviceRows.devicesMax).map { TokenHash(bytes: [9, UInt8($0)]) }
            for token in tokens { _ = try await store.addDevice("test", token, of: account) }
            // The oldest one is used again; the next new one costs another.
            try await later.touch([TokenUse(token: tokens[0], address: "192.0.2.1")])
            _ = try await later.addDevice("new", TokenHash(bytes: [7]), of: account)
            let kept = try await store.standing(of: tokens[0])
            let devices = try await store.devices(of: account)
            #expect(kept?.account.id == account)
            #expect(devices.count == DeviceRows.devicesMax)
            #expect(devices.map(\.name).prefix(2) == ["new", "test"])
            try later.close()
        }
    }

    @Test func whatAnotherProcessRevokesIsFound() async throws {
        try await withStore { store, account, path in
            let own = try await store.devices(of: account)[0].id
            let unknown = DeviceID(rawValue: 99)
            // The first look knows nothing of before.
            var news = try await store.news(of: [own, unknown])
            #expect(news == StoreNews(revoked: [unknown]))
            news = try await store.news(of: [own, unknown])
            #expect(news == StoreNews(), "nothing has changed, so nothing is looked up")
            let other = try Self.open(path)
            _ = try await other.removeAccount(named: "ada")
            news = try await store.news(of: [own])
            #expect(news == StoreNews(revoked: [own]))
            try other.close()
        }
    }

    /// The look that fails must not count as one: nobody would ever find what it was about.
    @Test func whatCouldNotBeReadIsLookedAtAgain() async throws {
        try await withStore { store, account, path in
            let own = try await store.devices(of: account)[0].id
            _ = try await store.news(of: [own])
            let other = try Self.open(path)
            _ = try await other.removeAccount(named: "ada")
            // The file is away for a new reader; the writer has it open.
            store.pool.invalidateReadOnlyConnections()
            try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
            await #expect(throws: (any Error).self) { _ = try await store.news(of: [own]) }
            try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
            let news = try await store.news(of: [own])
            #expect(news == StoreNews(revoked: [own]))
            try other.close()
        }
    }

    @Test func clientsThatWereNotSeenForLongAreForgotten() async throws {
        try await withStore { store, account, path in
            _ = try await store.settle([mutate(1, .test, account)])
            let later = try Self.open(path, at: MarketTime(seconds: ClientRows.memory + 2))
            var joined = try #require(try await join(account, in: store))
            #expect(joined.lastMutation == 1, "whoever opens the file forgets nobody")
            try await later.sweep(keeping: [])
            _ = try await later.addDevice("test", token, of: account)
            joined = try #require(try await join(account, in: later))
            #expect(joined.lastMutation == 0)
            try later.close()
        }
    }

    @Test func aServerThatRunsForLongForgetsThemToo() async throws {
        try await withStore { store, account, path in
            let now = NIOLockedValueBox(MarketTime(seconds: 1))
            let running = try SQLiteUserStore(path: path, limits: SessionLimits()) { now.withLockedValue { $0 } }
            let connected = ClientID(high: 5, low: 5)
            _ = try await running.settle([mutate(1, .test, account), first(of: connected, account)])
            now.withLockedValue { $0 = MarketTime(seconds: ClientRows.memory + 2) }
            try await running.sweep(keeping: [connected])
            let clients = try await Self.clients(running)
            #expect(clients == [connected])
            try running.close()
        }
    }

    /// Its last change is older than the memory; its last connection is not.
    @Test func aClientThatOnlyConnectsIsRemembered() async throws {
        try await withStore { store, account, path in
            let now = NIOLockedValueBox(MarketTime(seconds: 1))
            let running = try SQLiteUserStore(path: path, limits: SessionLimits()) { now.withLockedValue { $0 } }
            _ = try await running.settle([mutate(1, .test, account)])
            let use = TokenUse(token: token, address: "", client: client)
            let joining = Joining(account: account, client: client, use: use)
            for _ in 0..<4 {
                now.withLockedValue { $0 = $0.adding(seconds: ClientRows.memory / 2) }
                var joined = try #require(try await running.join([joining])[0])
                #expect(joined.isUseDue && joined.lastMutation == 1)
                try await running.touch([use])
                joined = try #require(try await running.join([joining])[0])
                #expect(!joined.isUseDue, "not with each login")
                try await running.sweep(keeping: [])
            }
            let joined = try #require(try await running.join([joining])[0])
            #expect(joined.lastMutation == 1 && joined.forgotten == nil)
            try running.close()
        }
    }

    // MARK: A user who makes clients up

    @Test func commandsThatChangeOneThingDisplaceNoTerminal() async throws {
        try await withStore { _, account, path in
            let now = NIOLockedValueBox(MarketTime(seconds: 1))
            let store = try SQLiteUserStore(path: path, limits: SessionLimits()) { now.withLockedValue { $0 } }
            _ = try await store.settle([mutate(1, .add(1), account), mutate(2, .add(2), account)])
            for number in 1...UInt64(ClientRows.clientsMax) + 2 {
                now.withLockedValue { $0 = MarketTime(seconds: Int64(number) + 1) }
                _ = try await store.settle([first(of: ClientID(high: 7, low: number), account)])
            }
            let terminal = try #require(try await join(account, in: store))
            #expect(terminal.lastMutation == 2 && terminal.forgotten == nil)
            let command = try #require(try await join(account, ClientID(high: 7, low: 2), in: store))
            #expect(command.lastMutation == 0)
            #expect(command.forgotten == MarketTime(seconds: 3), "when the last of the two was here")
            try store.close()
        }
    }

    /// Two hundred settings with long names, all changed by each of a hundred mutations.
    @Test func whatMutationsReplacedTakesABoundedRoom() async throws {
        try await withStore { _, account, path in
            var limits = SessionLimits()
            limits.mutationsInFlight = 1000
            let store = try SQLiteUserStore(path: path, limits: limits, now: { MarketTime(seconds: 1) })
            /// The first field of a message.
            func field(_ text: String) -> [UInt8] { [0x0A, UInt8(text.utf8.count)] + Array(text.utf8) }
            let keys = (100..<300).map { number in
                RecordKey(
                    kind: RecordKind.setting.number,
                    bytes: field(String(repeating: "x", count: 55) + "\(number)")
                )
            }
            func put(_ text: String) -> Mutation { Mutation(keys.map { Change($0, .put(field(text))) }) }
            _ = try await store.settle((1...100).map { mutate($0, put("\($0)"), account) })
            let sizes = try await store.pool.read { db in
                try Int.fetchAll(db, sql: "SELECT length(effect) FROM outcome ORDER BY number")
            }
            let newest = try #require(sizes.last)
            #expect(newest > 10_000 && sizes.count == 100)
            #expect(sizes.reduce(0, +) <= ClientRows.effectBytesMax + newest + 100)
            let again = try await store.settle([mutate(1, put("1"), account)])
            let isChange = try result(again[0]).isChange
            #expect(isChange, "that it changed something is known for as long as its result")
            let undo = Mutation(keys.map { Change($0, .restore(held: .mutation(99))) }, undoes: 100)
            _ = try await store.settle([mutate(101, undo, account)])
            let table = try #require(try await store.table(of: account))
            #expect(table.records.allSatisfy { $0.value == field("99") } && table.count == 200)
            try store.close()
        }
    }

    private func first(of client: ClientID, _ account: AccountID) -> UserRequest {
        let change = NumberedMutation(number: 1, mutation: .test)
        return .mutate(account, client, .test, change)
    }

    private static func clients(_ store: SQLiteUserStore) async throws -> Set<ClientID> {
        let ids = try await store.pool.read { try Data.fetchAll($0, sql: "SELECT client_id FROM client") }
        return Set(ids.compactMap { ClientID(bytes: $0) })
    }

    private static func results(_ store: SQLiteUserStore) async throws -> Int? {
        try await store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM outcome") }
    }

    @Test func ofManyClientsThoseUsedLastAndThoseConnectedAreKept() async throws {
        try await withStore { _, account, path in
            let now = NIOLockedValueBox(MarketTime(seconds: 1))
            let store = try SQLiteUserStore(path: path, limits: SessionLimits()) { now.withLockedValue { $0 } }
            let (connected, most) = (ClientID(high: 0, low: 0), UInt64(ClientRows.clientsMax))
            _ = try await store.settle([first(of: connected, account)])
            for number in 1...most + 50 {
                now.withLockedValue { $0 = MarketTime(seconds: Int64(number) + 1) }
                let request = first(of: ClientID(high: 7, low: number), account)
                _ = try await store.settle([request], of: [connected])
            }
            let kept = Set((51...most + 50).map { ClientID(high: 7, low: $0) })
            let (clients, results) = (try await Self.clients(store), try await Self.results(store))
            #expect(clients == kept.union([connected]))
            #expect(results == kept.count + 1, "its results go with a client")
            // One that is kept gets its stored result, one that was forgotten is as unknown as any other.
            let last = ClientID(high: 7, low: most + 50)
            let second = NumberedMutation(number: 2, mutation: .test)
            let answers = try await store.settle([
                first(of: last, account), .mutate(account, ClientID(high: 7, low: 50), .test, second),
            ])
            let outcomes = try answers.map { try result($0) }
            #expect(outcomes[0].outcome == .applied && outcomes[0].lastNumber == 1)
            #expect(outcomes[1].outcome == .outOfOrder && outcomes[1].lastNumber == 0)
            let joined = try await join(account, ClientID(high: 7, low: 50), in: store)
            #expect(joined?.lastMutation == 0)
            try store.close()
        }
    }

    @Test func clientsThatAreNewTogetherDoNotForgetEachOther() async throws {
        try await withStore { store, account, _ in
            let new = (0..<UInt64(ClientRows.clientsMax + 20)).map { ClientID(high: 8, low: $0) }
            let answers = try await store.settle(new.map { first(of: $0, account) })
            let clients = try await Self.clients(store)
            #expect(answers.count == new.count && clients == Set(new), "all are in use at this moment")
            _ = try await store.settle([first(of: client, account)])
            let left = try await Self.clients(store)
            #expect(left.count <= ClientRows.clientsMax + 1 && left.contains(client))
        }
    }

    @Test func namesAreUniqueWithoutRegardToCase() async throws {
        try await withStore { store, _, _ in
            await #expect(throws: UserStoreError.nameTaken("ADA")) {
                _ = try await store.addAccount(named: "ADA", password: PasswordHash(text: "x"))
            }
        }
    }

    @Test func aFolderThatCannotBeWrittenIsOneClearLine() {
        #expect {
            _ = try Self.open("/proc/no-such-folder/users.sqlite")
        } throws: { error in
            "\(error)".hasPrefix("the database /proc/no-such-folder/users.sqlite cannot be used: ")
        }
    }

    @Test func thePasswordIsKeptAsAHashAndChecked() throws {
        let hash = try PasswordHash(password: "correct horse", cost: .cheap)
        #expect(hash.text.hasPrefix("scrypt$4$1$1$"))
        #expect(!hash.text.contains("horse"))
        let (right, wrong) = (try hash.matches("correct horse"), try hash.matches("correct horsf"))
        #expect(right)
        #expect(!wrong)
    }
}

extension SQLiteUserStore {
    /// In this store, whichever the requests name.
    func settle(_ requests: [UserRequest], of connected: Set<ClientID> = []) async throws -> [UserAnswer] {
        let own = try await pool.read(StoreIdentity.init(from:))
        let requests = requests.map { request -> UserRequest in
            switch request {
            case .mutate(let account, let client, _, let mutation): .mutate(account, client, own, mutation)
            case .forget(let account, _): .forget(account, own)
            }
        }
        return try await settle(requests, keeping: connected).answers
    }
}
