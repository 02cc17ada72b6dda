import Testing

@testable import PushServer

/// What is due with each look at the store, and for how long the store has answered.
struct LookCountTests {
    @Test func everyTenthLookTellsOfPresenceAndEachHalfHourSweeps() {
        var looks = LookCount()
        var (sweeps, presences): ([Int], [Int]) = ([], [])
        for second in 1...3600 {
            looks.becameDue()
            looks.began()
            if looks.isSweepDue { sweeps.append(second) }
            if looks.isPresenceDue { presences.append(second) }
        }
        #expect(sweeps == [1800, 3600])
        #expect(presences.count == 360 && presences.first == 10)
    }

    /// The timer goes on while the hub waits for the store.
    @Test func looksThatBecameDueWhileTheHubWaitedAreOneLook() {
        var looks = LookCount()
        for _ in 0..<25 { looks.becameDue() }
        #expect(looks.isDue)
        looks.began()
        looks.ended(isAnswered: true)
        #expect(!looks.isDue)
        #expect(looks.isPresenceDue && !looks.isSweepDue)
        #expect(looks.answeredTime == .seconds(1))
        looks.becameDue()
        looks.began()
        #expect(!looks.isPresenceDue)
    }

    @Test func aLookWithoutAnAnswerStartsTheTimeAnew() {
        var looks = LookCount()
        for _ in 0..<3 { looks.ended(isAnswered: true) }
        #expect(looks.answeredTime == .seconds(3))
        looks.ended(isAnswered: false)
        #expect(looks.answeredTime == .zero)
        looks.ended(isAnswered: true)
        #expect(looks.answeredTime == .seconds(1))
    }

    @Test func nobodyIsAbsentUntilOtherNodesHaveHadTheTimeToNoteThem() {
        var looks = LookCount()
        #expect(looks.isAbsenceCertain(notesLast: nil, grace: .seconds(2)))
        for _ in 0..<5 {
            #expect(!looks.isAbsenceCertain(notesLast: .seconds(3), grace: .seconds(2)))
            looks.ended(isAnswered: true)
        }
        #expect(looks.isAbsenceCertain(notesLast: .seconds(3), grace: .seconds(2)))
    }
}
