import Testing

@testable import TerminalClient

/// What must not be missed waits until it is seen.
struct ProblemsTests {
    @Test func theOldestIsShownUntilItIsSeen() {
        var problems = Problems()
        problems.add("one")
        problems.add("two")
        #expect(problems.first == "one")
        #expect(problems.waitingCount == 1)
        problems.seen()
        #expect(problems.first == "two")
        #expect(problems.waitingCount == 0)
        problems.seen()
        problems.seen()
        #expect(problems == Problems())
    }

    @Test func whatWaitsAlreadyIsNotToldTwiceAndWhatWasSeenIs() {
        var problems = Problems()
        for text in ["one", "two", "one", "two"] { problems.add(text) }
        #expect(problems.waitingCount == 1)
        problems.seen()
        problems.add("one")
        problems.seen()
        #expect(problems.first == "one")
    }

    @Test func whatHasTurnedOutOtherwiseIsNotToldWhereverItWaits() {
        var problems = Problems()
        for text in ["one", "two", "three"] { problems.add(text) }
        problems.withdraw("two")
        problems.withdraw("four")
        #expect(problems.waitingCount == 1)
        problems.withdraw("one")
        #expect(problems.first == "three")
    }

    @Test func aFloodLeavesTheOneThatIsShownAndTheNewest() {
        var problems = Problems()
        for number in 1...100 { problems.add("\(number)") }
        #expect(problems.first == "1")
        #expect(problems.waitingCount == 15)
        problems.seen()
        #expect(problems.first == "86")
    }
}
