import Shared
import Testing

@testable import PushServer

/// When coins and pairs are matched again.
struct MatchingNeedTests {
    private var need = MatchingNeed()
    private let now = MarketTime(seconds: 100)

    private mutating func isDue(after seconds: Int64) -> Bool { need.take(at: now.adding(seconds: seconds)) }

    @Test mutating func aChangeIsAReasonOnce() {
        #expect(!isDue(after: 0))
        need.changed()
        need.changed()
        #expect(isDue(after: 0))
        #expect(!isDue(after: 3600))
    }

    @Test mutating func aPairWithoutACoinIsLookedAtAgainAfterTenSeconds() {
        need.ended(isContested: true, at: now)
        #expect(!isDue(after: 9))
        #expect(isDue(after: 11))
        need.began()
        #expect(!isDue(after: 11), "it is under way")
        need.ended(isContested: false, at: now.adding(seconds: 12))
        #expect(!isDue(after: 3600))
    }
}
