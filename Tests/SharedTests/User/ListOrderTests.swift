import Foundation
import TestSupport
import Testing

@testable import Shared

/// Order keys never run out, whatever terminals move.
///
/// `ORDER_MOVES=n` sets the number of moves, and `ORDER_SEED=n` repeats the moves of a seed.
struct ListOrderTests {
    private static let rules = RecordRules()
    private static let environment = ProcessInfo.processInfo.environment
    private static let moves = environment["ORDER_MOVES"].flatMap(Int.init) ?? 30_000
    private static let seed = environment["ORDER_SEED"].flatMap(UInt64.init)

    /// A terminal that may be offline: the server's table that it knows, the table that the user sees, and the
    /// undelivered changes.
    private struct Terminal {
        private var confirmed = UserTable()
        private(set) var seen = UserTable()
        private var pending: [Mutation] = []
        var isOffline = false

        mutating func perform(_ mutation: Mutation) throws {
            try seen.apply(mutation, within: ListOrderTests.rules)
            pending.append(mutation)
        }

        mutating func deliver(to server: inout UserTable) throws {
            for mutation in pending { try server.apply(mutation, within: ListOrderTests.rules) }
            pending = []
        }

        /// - Throws: an error if the diff does not lead to the server's table.
        mutating func hear(from server: UserTable) throws {
            let diff = try #require(server.diff(since: confirmed.version))
            try confirmed.apply(diff)
            seen = confirmed
        }
    }

    /// Coins move to one end for a while, then into one gap, and so on. Now and then any coin moves to any place.
    @Test func movesNeverUseTheKeysUp() throws {
        let seed = Self.seed ?? .random(in: 1...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        var server = UserTable()
        try server.apply(.add((1...5).map { CoinID($0) }, of: server), within: Self.rules)
        var terminals = Array(repeating: Terminal(), count: 3)
        for index in terminals.indices { try terminals[index].hear(from: server) }
        var (longest, target) = (0, 0)
        for step in 0..<Self.moves {
            let index = Int.random(in: 0..<3, using: &generator)
            if !terminals[index].isOffline { try terminals[index].hear(from: server) }
            if step.isMultiple(of: 500) { target = Int.random(in: 0...4, using: &generator) }
            let isAny = Int.random(in: 0..<50, using: &generator) == 0
            // Two coins change places all the time, or all coins take turns.
            let moved = 1 + UInt32(step % ((step / 500).isMultiple(of: 2) ? 2 : 5))
            let place = isAny ? Int.random(in: 0...4, using: &generator) : target
            let move = Mutation.move(CoinID(moved), to: place, of: terminals[index].seen)
            for case .update(let value, _, _) in move.changes.map(\.action) { longest = max(longest, value.count - 2) }
            try terminals[index].perform(move)
            if Int.random(in: 0..<200, using: &generator) == 0 { terminals[index].isOffline.toggle() }
            if !terminals[index].isOffline { try terminals[index].deliver(to: &server) }
        }
        for index in terminals.indices { try terminals[index].deliver(to: &server) }
        for index in terminals.indices { try terminals[index].hear(from: server) }
        #expect(terminals.allSatisfy { $0.seen.items() == server.items() }, "the same order everywhere, seed \(seed)")
        #expect(server.items().count == 5 && longest <= OrderKey.lengthMax, "seed \(seed)")
        #expect(longest > 12, "gaps were used up, seed \(seed)")
        print("order keys: \(Self.moves) moves from seed \(seed), the longest key has \(longest) digits")
    }

    @Test func movesIntoOneGapNeverEnd() throws {
        var table = UserTable()
        try table.apply(.add((1...5).map { CoinID($0) }, of: table), within: Self.rules)
        for step in 0..<1000 {
            let last = try #require(table.items().last?.coin)
            let mutation = Mutation.move(last, to: 1, of: table)
            #expect(mutation.changes.count <= 5, "step \(step)")
            try table.apply(mutation, within: Self.rules)
            #expect(table.items()[1].coin == last, "step \(step)")
        }
    }

    @Test func coinsAreAddedAtTheEndAndStayThere() throws {
        var table = UserTable()
        try table.apply(.add([CoinID(2), CoinID(1), CoinID(2)], of: table), within: Self.rules)
        try table.apply(.add([CoinID(3)], of: table), within: Self.rules)
        #expect(table.items().map(\.coin.rawValue) == [2, 1, 3])
        #expect(Mutation.add([CoinID(1)], of: table).changes.isEmpty)
        #expect(Mutation.move(CoinID(9), to: 0, of: table).changes.isEmpty)
        #expect(Mutation.move(CoinID(1), to: 1, of: table).changes.isEmpty, "it is there")
    }

    @Test func aRemovedCoinStaysAwayIfAnotherMovesItOffline() throws {
        var server = UserTable()
        try server.apply(.add((1...3).map { CoinID($0) }, of: server), within: Self.rules)
        let move = Mutation.move(CoinID(3), to: 0, of: server)
        try server.apply(.remove([CoinID(3)]), within: Self.rules)
        try server.apply(move, within: Self.rules)
        #expect(server.items().map(\.coin.rawValue) == [1, 2])
    }

    @Test func aRemovedCoinStaysAwayIfAnotherRespacesIt() throws {
        let records = ["A", "V", "V", "k"].enumerated().map { index, key in
            let item = ListItem(coin: CoinID(UInt32(index) + 1), orderKey: .test(key))
            return Record(key: item.key, value: item.value, version: 1)
        }
        var server = UserTable(version: 1, records: records)
        let move = Mutation.move(CoinID(4), to: 2, of: server)
        #expect(move.changes.count > 1)
        try server.apply(.remove([CoinID(2)]), within: Self.rules)
        try server.apply(move, within: Self.rules)
        #expect(server.items().map(\.coin.rawValue) == [1, 4, 3])
    }

    @Test func removingAllRemovesOnlyVisibleCoins() throws {
        var server = UserTable()
        try server.apply(.add((1...3).map { CoinID($0) }, of: server), within: Self.rules)
        let removal = Mutation.removeAll(of: server)
        try server.apply(.add([CoinID(4)], of: server), within: Self.rules)
        try server.apply(removal, within: Self.rules)
        #expect(server.items().map(\.coin.rawValue) == [4])
    }
}
