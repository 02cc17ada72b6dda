import Testing

@testable import MockMarket

struct PriceWindowTests {
    @Test func changesAreMeasuredFromTheOldestStep() {
        var random = SeededGenerator(seed: 1)
        var window = PriceWindow(endingAt: 1000, step: 0, &random)
        #expect(window.change(to: 1000) == 0)
        #expect(window.change(to: 1010) == 100_000_000)
        #expect(window.change(to: 971) == -290_000_000)
        window.roll(to: 2000)
        for _ in 1..<PriceWindow.steps {
            #expect(window.change(to: 1010) == 100_000_000)
            window.roll(to: 3000)
        }
        #expect(window.change(to: 1000) == -5_000_000_000)
    }

    @Test func theInventedPastLeadsToThePresentPrice() {
        var random = SeededGenerator(seed: 2)
        let changes = (0..<100).map { _ in PriceWindow(endingAt: 50_000, step: 6000, &random).change(to: 50_000) }
        // In 10^-8 percent points: typically some percent, both ways.
        #expect(changes.contains { $0 > 100_000_000 })
        #expect(changes.contains { $0 < -100_000_000 })
        #expect(changes.allSatisfy { abs($0) < 3_000_000_000 })
    }
}
