import NIOCore
import TestSupport
import Testing

@testable import Shared

/// Replicas that are behind, offline or wrong.
struct UserDiffTests {
    private let rules = RecordRules(keeping: .test)

    private func randomMutation(_ generator: inout SeededGenerator) -> Mutation {
        Mutation(
            (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                let coin = UInt32.random(in: 1...12, using: &generator)
                return switch Int.random(in: 0..<4, using: &generator) {
                case 0: .remove(coin)
                case 1: .move(coin, "a\(Int.random(in: 1...9, using: &generator))")
                default: .put(coin, "V\(Int.random(in: 1...9, using: &generator))")
                }
            }
        )
    }

    /// Encodes and decodes a frame.
    private func sent(_ frame: ServerFrame) throws -> ServerFrame {
        var buffer = ByteBuffer()
        frame.write(into: &buffer)
        var reader = FrameReader(limit: 1 << 20)
        reader.append(buffer)
        return try ServerFrame(frameBody: try #require(try reader.next()))
    }

    @Test func replicasWithMergedDiffsEqualTheServersTable() throws {
        for seed in 1...50 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var server = UserTable()
            var replicas = Array(repeating: UserTable(), count: 3)
            for _ in 0..<100 {
                try server.apply(randomMutation(&generator), within: rules)
                for index in replicas.indices where Int.random(in: 0..<4, using: &generator) == 0 {
                    let diff = try #require(server.diff(since: replicas[index].version))
                    guard case .userDiff(let read) = try sent(.userDiff(diff)) else {
                        Issue.record("a diff is read as a diff")
                        continue
                    }
                    #expect(read == diff)
                    try replicas[index].apply(read)
                    #expect(replicas[index] == server && replicas[index].removed == server.removed, "seed \(seed)")
                }
            }
        }
    }

    /// This holds after refusals, which leave no trace, and after the table was read from a disk.
    @Test func aDiffContainsExactlyTheChanges() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var rules = rules
            rules.limit(.listItem, toRecords: 8)
            rules.removedMax = 5
            var server = UserTable()
            var refusals = 0
            for _ in 0..<300 {
                do { try server.apply(randomMutation(&generator), within: rules) } catch { refusals += 1 }
                if Int.random(in: 0..<20, using: &generator) == 0 {
                    server = UserTable(
                        version: server.version,
                        floor: server.floor,
                        records: server.records,
                        removed: server.removed
                    )
                }
                let version = UInt64.random(in: server.floor...server.version, using: &generator)
                let diff = try #require(server.diff(since: version))
                #expect(diff.records == server.records.filter { $0.version > version }, "seed \(seed)")
                #expect(diff.removed == server.removed.filter { $0.version > version }, "seed \(seed)")
            }
            #expect(refusals > 0)
            #expect(server.log.count <= 100, "what a key was before is cleared away")
        }
    }

    @Test func aWholeTableSurvivesTheWire() throws {
        var table = UserTable()
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<50 { try table.apply(randomMutation(&generator), within: rules) }
        guard case .userTable(let read) = try sent(.userTable(table)) else {
            Issue.record("a table is read as a table")
            return
        }
        #expect(read == table && read.removed == table.removed && read.floor == table.floor)
    }

    @Test func aRemovedKeyThatIsPutAgainIsARecordAndNoLongerRemoved() throws {
        var server = UserTable()
        try server.apply(.put(1, "V"), within: rules)
        var replicas = [server]
        try server.apply(.remove([CoinID(1)]), within: rules)
        replicas.append(server)
        try server.apply(.put(1, "W"), within: rules)
        #expect(server.removed.isEmpty && server.items().count == 1)
        for replica in replicas {
            var replica = replica
            let diff = try #require(server.diff(since: replica.version))
            #expect(diff.records.count == 1 && diff.removed.isEmpty)
            try replica.apply(diff)
            #expect(replica == server && replica.removed.isEmpty)
        }
    }

    /// Two of three removals are remembered.
    @Test func aDiffIsPossibleFromTheFloorAndNotBelowIt() throws {
        var rules = rules
        rules.removedMax = 2
        var server = UserTable()
        try server.apply(Mutation((1...4).map { .put($0, "V") }), within: rules)
        var replicas: [UserTable] = []
        for coin in 1...3 as ClosedRange<UInt32> {
            replicas.append(server)
            try server.apply(.remove([CoinID(coin)]), within: rules)
        }
        #expect(server.floor == 2 && server.version == 4)
        #expect(replicas.map(\.version) == [1, 2, 3])
        #expect(server.diff(since: 1) == nil, "that 1 was removed is forgotten")
        for replica in replicas.dropFirst() {
            var replica = replica
            try replica.apply(try #require(server.diff(since: replica.version)))
            #expect(replica == server && replica.floor == server.floor)
        }
    }

    @Test func aDiffFromAnotherVersionIsRefused() throws {
        var (server, replica) = (UserTable(), UserTable())
        for coin in 1...3 as ClosedRange<UInt32> { try server.apply(.put(coin, "V"), within: rules) }
        let diff = try #require(server.diff(since: 2))
        #expect(throws: UserTableError.wrongPlace(from: 2, held: 0)) { try replica.apply(diff) }
        #expect(replica == UserTable())
    }

    /// The database was copied back by hand and has grown. The versions fit, and the content does not.
    @Test func theHashShowsThatATableHasDiverged() throws {
        var old = UserTable()
        for coin in 1...3 as ClosedRange<UInt32> { try old.apply(.put(coin, "V"), within: rules) }
        var (replica, server) = (old, old)
        try replica.apply(.put(4, "V"), within: rules)
        for coin in 5...6 as ClosedRange<UInt32> { try server.apply(.put(coin, "V"), within: rules) }
        let diff = try #require(server.diff(since: replica.version))
        #expect(throws: UserTableError.hashMismatch(version: 5)) { try replica.apply(diff) }
    }

    @Test func recordsOfUnknownKindsAreKeptAsBytes() throws {
        let record = Record(key: RecordKey(kind: 4000, bytes: [1, 2]), value: [3, 4, 5], version: 6)
        let table = UserTable(version: 6, records: [record])
        #expect(try sent(.userTable(table)) == .userTable(table))
        var replica = UserTable()
        try replica.apply(try #require(table.diff(since: 0)))
        try replica.apply(.put(1, "V"), within: rules)
        #expect(replica[record.key] == record)
    }

    @Test func aToggleAmongFiveHundredFavoritesIsASmallFrame() throws {
        var table = UserTable(version: 1_000_000)
        for coin in 1...499 as ClosedRange<UInt32> { try table.apply(.add([CoinID(coin)], of: table), within: rules) }
        let (before, coin) = (table.version, CoinID(30_000))
        for toggle in [Mutation.add([coin], of: table), .remove([coin])] {
            let version = table.version
            try table.apply(toggle, within: rules)
            let diff = try #require(table.diff(since: version))
            var buffer = ByteBuffer()
            ServerFrame.userDiff(diff).write(into: &buffer)
            #expect(buffer.readableBytes <= 60, "\(buffer.readableBytes) bytes")
        }
        #expect(table.version == before + 2)
    }
}
