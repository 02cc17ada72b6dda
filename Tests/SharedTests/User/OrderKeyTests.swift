import Shared
import Testing

struct OrderKeyTests {
    @Test func thereIsAKeyBetweenAnyTwoNeighbours() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SplitMix(seed: seed)
            var keys: [OrderKey] = []
            for _ in 0..<300 {
                let place = Int.random(in: 0...keys.count, using: &generator)
                let (lower, upper) = (place > 0 ? keys[place - 1] : nil, place < keys.count ? keys[place] : nil)
                keys.insert(try #require(OrderKey.between(lower, upper), "seed \(seed)"), at: place)
            }
            #expect(keys == keys.sorted(), "seed \(seed)")
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

    @Test func aGapThatIsUsedUpIsTold() throws {
        let upper = try #require(OrderKey("2"))
        var lower = try #require(OrderKey("1"))
        var moves = 0
        while let key = OrderKey.between(lower, upper) { (lower, moves) = (key, moves + 1) }
        #expect(moves > 300)
        #expect(OrderKey.between(upper, lower) == nil)
    }

    @Test(arguments: ["", "a0", "ä", "a b", "0", String(repeating: "a", count: 65)])
    func whatIsNoKeyIsRefused(text: String) { #expect(OrderKey(text) == nil) }
}
