import Testing

@testable import TerminalClient

/// Important messages wait until the user has seen them.
struct ProblemQueueTests {
    @Test func theOldestIsShownUntilItIsSeen() {
        var problems = ProblemQueue()
        problems.add(.refused("one"))
        problems.add(.refused("two"))
        #expect(problems.first == .refused("one"))
        #expect(problems.waitingCount == 1)
        problems.seen()
        #expect(problems.first == .refused("two"))
        #expect(problems.waitingCount == 0)
        problems.seen()
        problems.seen()
        #expect(problems == ProblemQueue())
    }

    @Test func aWaitingProblemIsNotRepeatedAndASeenOneIs() {
        var problems = ProblemQueue()
        for text in ["one", "two", "one", "two"] { problems.add(.refused(text)) }
        #expect(problems.waitingCount == 1)
        problems.seen()
        problems.add(.refused("one"))
        problems.seen()
        #expect(problems.first == .refused("one"))
    }

    @Test func aWithdrawnProblemIsRemovedWhereverItWaits() {
        var problems = ProblemQueue()
        for text in ["one", "two", "three"] { problems.add(.refused(text)) }
        problems.withdraw(.refused("two"))
        problems.withdraw(.refused("four"))
        #expect(problems.waitingCount == 1)
        problems.withdraw(.refused("one"))
        #expect(problems.first == .refused("three"))
    }

    @Test func aFloodKeepsTheShownProblemAndTheNewest() {
        var problems = ProblemQueue()
        for number in 1...100 { problems.add(.refused("\(number)")) }
        #expect(problems.first == .refused("1"))
        #expect(problems.waitingCount == 15)
        problems.seen()
        #expect(problems.first == .refused("86"))
    }
}
