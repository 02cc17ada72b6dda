import Shared
import TestSupport
import Testing

struct OrderKeyTests {
    @Test func thereIsAKeyBetweenAnyTwoNeighbors() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var keys: [OrderKey] = []
            for _ in 0..<300 {
                let place = Int.random(in: 0...keys.count, using: &generator)
                let (lower, upper) = (place > 0 ? keys[place - 1] : nil, place < keys.count ? keys[place] : nil)
                guard let key = OrderKey.between(lower, upper) else { continue }
                keys.insert(key, at: place)
            }
            #expect(keys.count > 250 && keys == keys.sorted(), "seed \(seed)")
            #expect(Set(keys).count == keys.count, "seed \(seed)")
        }
    }

    @Test func appendingAndPrependingKeepKeysShort() throws {
        var (first, last) = (try #require(OrderKey.between(nil, nil)), try #require(OrderKey.between(nil, nil)))
        for _ in 0..<5000 {
            (first, last) = (
                try #require(OrderKey.between(nil, first)), try #require(OrderKey.between(last, nil))
            )
        }
        #expect(first.text.utf8.count == 3)
        #expect(last.text.utf8.count == 3)
    }

    @Test func aUsedUpGapIsReported() throws {
        let upper = try #require(OrderKey("2"))
        var lower = try #require(OrderKey("1"))
        var moves = 0
        while let key = OrderKey.between(lower, upper) { (lower, moves) = (key, moves + 1) }
        #expect(moves > 100)
        #expect(OrderKey.between(upper, lower) == nil)
    }

    @Test(arguments: ["", "a0", "ä", "a b", "0", String(repeating: "a", count: 25)])
    func whatIsNoKeyIsRefused(text: String) { #expect(OrderKey(text) == nil) }

    // MARK: Making room

    @Test func betweenEqualKeysTheSmallestRunOfNeighborsMoves() throws {
        let keys = try ["A", "V", "V", "V", "k"].map { try #require(OrderKey($0)) }
        let placement = OrderKey.placement(at: 2, among: keys)
        #expect(placement.neighbors.count == 1)
        try check(placement, at: 2, among: keys)
    }

    @Test func aKeyThatWouldBeTooLongMovesItsNeighbor() throws {
        let upper = try #require(OrderKey("2"))
        var keys = [try #require(OrderKey("1")), upper]
        while let key = OrderKey.between(keys[keys.count - 2], upper) { keys.insert(key, at: keys.count - 1) }
        let placement = OrderKey.placement(at: keys.count - 1, among: keys)
        #expect(!placement.neighbors.isEmpty)
        try check(placement, at: keys.count - 1, among: keys)
    }

    @Test func noNeighborMovesIfThereIsRoom() throws {
        let keys = try ["A", "V"].map { try #require(OrderKey($0)) }
        for place in 0...2 { #expect(OrderKey.placement(at: place, among: keys).neighbors.isEmpty) }
        #expect(OrderKey.placement(at: 0, among: []).key.text == "V01")
    }

    @Test(arguments: [1, 2, 61, 62, 500, 10_000]) func spreadKeysAscendAndAreShort(count: Int) throws {
        let keys = try #require(OrderKey.spread(count))
        #expect(keys.count == count && Set(keys).count == count && keys == keys.sorted())
        #expect(keys.allSatisfy { OrderKey($0.text) == $0 && $0.text.utf8.count <= 3 })
    }

    private func check(_ placement: OrderKey.Placement, at place: Int, among keys: [OrderKey]) throws {
        var after = keys
        for (neighbor, key) in placement.neighbors { after[neighbor] = key }
        after.insert(placement.key, at: place)
        #expect(after.allSatisfy { OrderKey($0.text) == $0 })
        for (one, next) in zip(after, after.dropFirst()) where one > next { Issue.record("\(one) comes after \(next)") }
        if place > 0 { #expect(after[place - 1] < placement.key) }
        if place + 1 < after.count { #expect(placement.key < after[place + 1]) }
    }
}
