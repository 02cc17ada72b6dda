import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

/// How long the store remembers which data of clients.
@Suite(.timeLimit(.minutes(5)))
struct StoredClientTests {
    @Test(arguments: StoreKind.all) func clientsThatWereNotSeenForLongAreForgotten(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, open in
            _ = try await store.settle([.mutate(1, .test, account)])
            let later = try await open(at: MarketTime(seconds: ClientRows.memory + 2))
            var joined = try #require(try await store.join(account))
            #expect(joined.lastMutation == 1, "whoever opens the file forgets nobody")
            try await later.sweep(keeping: [])
            _ = try await later.addDevice("test", .test, of: account)
            joined = try #require(try await later.join(account))
            #expect(joined.lastMutation == 0)
            try await later.close()
        }
    }

    @Test(arguments: StoreKind.all) func aLongRunningServerForgetsThemToo(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, open in
            let now = NIOLockedValueBox(MarketTime(seconds: 1))
            let running = try await open(SessionLimits()) { now.withLockedValue { $0 } }
            let connected = ClientID(high: 5, low: 5)
            _ = try await running.settle([.mutate(1, .test, account), .first(of: connected, account)])
            now.withLockedValue { $0 = MarketTime(seconds: ClientRows.memory + 2) }
            try await running.sweep(keeping: [connected])
            let clients = try await Self.clients(running)
            #expect(clients == [connected])
            let late = try await running.settle([.mutate(2, .test, account)])[0].result
            #expect(late.outcome == .outOfOrder && late.lastNumber == 0)
            try await running.close()
        }
    }

    /// Its last change is older than the memory, but its last connection is not.
    @Test(arguments: StoreKind.all) func aClientThatOnlyConnectsIsRemembered(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, open in
            let now = NIOLockedValueBox(MarketTime(seconds: 1))
            let running = try await open(SessionLimits()) { now.withLockedValue { $0 } }
            _ = try await running.settle([.mutate(1, .test, account)])
            let use = TokenUse(token: .test, address: "", client: .test)
            let joining = Joining(account: account, client: .test, use: use)
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
            try await running.close()
        }
    }

    // MARK: Invented clients

    @Test(arguments: StoreKind.all) func commandsWithOneChangeDisplaceNoTerminal(_ kind: StoreKind) async throws {
        try await withStore(kind) { _, account, open in
            let now = NIOLockedValueBox(MarketTime(seconds: 1))
            let store = try await open(SessionLimits()) { now.withLockedValue { $0 } }
            _ = try await store.settle([.mutate(1, .add(1), account), .mutate(2, .add(2), account)])
            for number in 1...UInt64(ClientRows.clientsMax) + 2 {
                now.withLockedValue { $0 = MarketTime(seconds: Int64(number) + 1) }
                _ = try await store.settle([.first(of: ClientID(high: 7, low: number), account)])
            }
            let terminal = try #require(try await store.join(account))
            #expect(terminal.lastMutation == 2 && terminal.forgotten == nil)
            let command = try #require(try await store.join(account, ClientID(high: 7, low: 2)))
            #expect(command.lastMutation == 0)
            #expect(command.forgotten == MarketTime(seconds: 3), "when the last of the two was here")
            try await store.close()
        }
    }

    /// Two hundred settings with long names, all changed by each of a hundred mutations.
    @Test(arguments: StoreKind.all) func replacedValuesTakeBoundedRoom(_ kind: StoreKind) async throws {
        try await withStore(kind) { _, account, open in
            var limits = SessionLimits()
            limits.mutationsInFlight = 1000
            let store = try await open(limits)
            /// The first field of a message.
            func field(_ text: String) -> [UInt8] { [0x0A, UInt8(text.utf8.count)] + Array(text.utf8) }
            let keys = (100..<300).map { number in
                RecordKey(
                    kind: RecordKind.setting.number,
                    bytes: field(String(repeating: "x", count: 55) + "\(number)")
                )
            }
            func put(_ text: String) -> Mutation { Mutation(keys.map { Change($0, .put(field(text))) }) }
            _ = try await store.settle((1...100).map { .mutate($0, put("\($0)"), account) })
            let sizes = try await store.read { db in
                try db.all("SELECT length(effect) AS bytes FROM outcome ORDER BY id", []).map {
                    Int($0.number("bytes"))
                }
            }
            let newest = try #require(sizes.last)
            #expect(newest > 10_000 && sizes.count == 100)
            #expect(sizes.reduce(0, +) <= OutcomeLog.effectBytesMax + newest + 100)
            let again = try await store.settle([.mutate(1, put("1"), account)])
            let isChange = try again[0].result.isChange
            #expect(isChange, "that it changed something is known for as long as its result")
            let undo = Mutation(keys.map { Change($0, .restore(held: .mutation(99))) }, undoes: 100)
            _ = try await store.settle([.mutate(101, undo, account)])
            let table = try #require(try await store.table(of: account))
            #expect(table.records.allSatisfy { $0.value == field("99") } && table.count == 200)
            try await store.close()
        }
    }

    @Test(arguments: StoreKind.all) func theNewestOutcomesOfABusyClientAreKept(
        _ kind: StoreKind
    ) async throws {
        try await withStore(kind) { store, account, _ in
            let other = ClientID(high: 6, low: 6)
            _ = try await store.settle([.first(of: other, account)])
            let most = UInt64(MutationHistory.depth)
            for number in 1...3 * most {
                let mutation: Mutation = number.isMultiple(of: 2) ? .remove([CoinID(1)]) : .put(1, "V01")
                _ = try await store.settle([.mutate(number, mutation, account)])
            }
            let results = try #require(try await Self.results(store))
            #expect(results >= Int(most) + 1 && results < Int(most) + 20)
            let again = try await store.settle([.mutate(2 * most + 1, .test, account), .mutate(1, .test, account)])
            let (kept, forgotten) = (try again[0].result, try again[1].result)
            #expect(kept.outcome == .applied && kept.isChange && kept.version < forgotten.version)
            #expect(forgotten.outcome == .applied && !forgotten.isChange, "it was settled, and that is all")
        }
    }

    @Test(arguments: StoreKind.all) func removingAnAccountRemovesAllOutcomes(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, _ in
            let bob = try await store.addAccount(named: "bob", password: PasswordHash(text: "x"))
            _ = try await store.settle([.mutate(1, .add(1), account), .mutate(1, .add(1), bob.id)])
            let isRemoved = try await store.removeAccount(named: "bob")
            let results = try await Self.results(store)
            #expect(isRemoved && results == 1)
        }
    }

    private static func clients(_ store: any SQLUserStore) async throws -> Set<ClientID> {
        try await store.read { db in
            let rows = try db.all("SELECT client_id FROM client", [])
            return Set(rows.compactMap { ClientID(bytes: $0.bytes("client_id") ?? []) })
        }
    }

    private static func results(_ store: any SQLUserStore) async throws -> Int? {
        try await store.read { try $0.all("SELECT id FROM outcome", []).count }
    }

    @Test(arguments: StoreKind.all) func theMostRecentAndTheConnectedClientsAreKept(
        _ kind: StoreKind
    ) async throws {
        try await withStore(kind) { _, account, open in
            let now = NIOLockedValueBox(MarketTime(seconds: 1))
            let store = try await open(SessionLimits()) { now.withLockedValue { $0 } }
            let (connected, most) = (ClientID(high: 0, low: 0), UInt64(ClientRows.clientsMax))
            _ = try await store.settle([.first(of: connected, account)])
            for number in 1...most + 50 {
                now.withLockedValue { $0 = MarketTime(seconds: Int64(number) + 1) }
                let request = UserRequest.first(of: ClientID(high: 7, low: number), account)
                _ = try await store.settle([request], of: [connected])
            }
            let kept = Set((51...most + 50).map { ClientID(high: 7, low: $0) })
            let (clients, results) = (try await Self.clients(store), try await Self.results(store))
            #expect(clients == kept.union([connected]))
            #expect(results == kept.count + 1, "its results go with a client")
            // A kept client gets its stored result. A forgotten one is unknown.
            let last = ClientID(high: 7, low: most + 50)
            let second = NumberedMutation(number: 2, mutation: .test)
            let answers = try await store.settle([
                .first(of: last, account), .mutate(account, ClientID(high: 7, low: 50), .test, second),
            ])
            let outcomes = try answers.map { try $0.result }
            #expect(outcomes[0].outcome == .applied && outcomes[0].lastNumber == 1)
            #expect(outcomes[1].outcome == .outOfOrder && outcomes[1].lastNumber == 0)
            let joined = try await store.join(account, ClientID(high: 7, low: 50))
            #expect(joined?.lastMutation == 0)
            try await store.close()
        }
    }

    @Test(arguments: StoreKind.all) func clientsThatAreNewTogetherDoNotForgetEachOther(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, account, _ in
            let new = (0..<UInt64(ClientRows.clientsMax + 20)).map { ClientID(high: 8, low: $0) }
            let answers = try await store.settle(new.map { UserRequest.first(of: $0, account) })
            let clients = try await Self.clients(store)
            #expect(answers.count == new.count && clients == Set(new), "all are in use at this moment")
            _ = try await store.settle([.first(of: .test, account)])
            let left = try await Self.clients(store)
            #expect(left.count <= ClientRows.clientsMax + 1 && left.contains(.test))
        }
    }
}
