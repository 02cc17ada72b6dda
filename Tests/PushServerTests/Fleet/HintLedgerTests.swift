import Shared
import Testing

@testable import PushServer

/// Hints that did not come, and what the comparison with the database found in their place.
struct HintLedgerTests {
    private func ledger() -> HintLedger {
        var ledger = HintLedger()
        ledger.secondPassed([1, 2])
        return ledger
    }

    private func pass(seconds: Int, _ ledger: inout HintLedger) {
        for _ in 0..<seconds { ledger.secondPassed([1, 2]) }
    }

    @Test func aChangeWithoutAHintIsRepairedAndItsHintIsLost() {
        var ledger = ledger()
        ledger.found([UserHint(user: 1, version: 7)])
        #expect(ledger.repaired == 1 && ledger.lost == 0)
        pass(seconds: 2, &ledger)
        #expect(ledger.repaired == 1 && ledger.lost == 1)
        pass(seconds: 5, &ledger)
        #expect(ledger.lost == 1, "it is counted once")
    }

    @Test func aHintThatTheComparisonHasOvertakenIsNotLost() {
        for wait in 0...1 {
            var ledger = ledger()
            ledger.found([UserHint(user: 1, version: 7)])
            pass(seconds: wait, &ledger)
            ledger.heard(UserHint(user: 1, version: 7))
            pass(seconds: 3, &ledger)
            #expect(ledger.repaired == 1 && ledger.lost == 0)
        }
    }

    @Test func aHintOfAnEarlierChangeDoesNotStandForALaterOne() {
        var ledger = ledger()
        ledger.heard(UserHint(user: 1, version: 6))
        ledger.found([UserHint(user: 1, version: 7)])
        ledger.heard(UserHint(user: 1, version: 6))
        pass(seconds: 2, &ledger)
        #expect(ledger.repaired == 1 && ledger.lost == 1)
    }

    @Test func whatAHintHasReportedIsNotRepaired() {
        var ledger = ledger()
        ledger.heard(UserHint(user: 1, version: 7))
        ledger.found([UserHint(user: 1, version: 7)])
        pass(seconds: 2, &ledger)
        #expect(ledger.repaired == 0 && ledger.lost == 0)
    }

    /// The node has not asked for hints about somebody who has just come, and about others it never does.
    @Test func hintsThatNobodyAskedForAreNotMissed() {
        var ledger = ledger()
        ledger.found([UserHint(user: 3, version: 7)])
        pass(seconds: 3, &ledger)
        #expect(ledger.repaired == 0 && ledger.lost == 0)
    }
}
