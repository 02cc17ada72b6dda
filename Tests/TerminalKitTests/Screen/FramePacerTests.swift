import Testing

@testable import TerminalKit

/// A due frame is not delayed.
struct FramePacerTests {
    @Test func theFirstFrameIsDueAtOnce() {
        let pacer = FramePacer(framesPerSecond: 10)
        #expect(pacer.due(isUrgent: false) == .zero)
        #expect(pacer.due(isUrgent: true) == .zero)
    }

    @Test func someFramesFollowOneAnotherAtOnceAndThenTheyKeepTheirDistance() {
        var pacer = FramePacer(framesPerSecond: 10)
        for _ in 1...FramePacer.burst {
            #expect(pacer.due(isUrgent: false) <= .seconds(5))
            pacer.drew(at: .seconds(5), isUrgent: false)
        }
        for due in [Duration.milliseconds(5100), .milliseconds(5200), .milliseconds(5300)] {
            #expect(pacer.due(isUrgent: false) == due)
            pacer.drew(at: due, isUrgent: false)
        }
    }

    @Test func afterARestFramesMayFollowOneAnotherAgain() {
        var pacer = FramePacer(framesPerSecond: 10)
        for _ in 1...FramePacer.burst { pacer.drew(at: .seconds(5), isUrgent: false) }
        for _ in 1..<FramePacer.burst { pacer.drew(at: .seconds(6), isUrgent: false) }
        #expect(pacer.due(isUrgent: false) <= .seconds(6))
        pacer.drew(at: .seconds(6), isUrgent: false)
        #expect(pacer.due(isUrgent: false) == .milliseconds(6100))
    }

    @Test func framesThatAnswerKeysKeepTheirDistance() {
        var pacer = FramePacer(framesPerSecond: 10)
        pacer.drew(at: .milliseconds(5001), isUrgent: true)
        #expect(pacer.due(isUrgent: true) == .milliseconds(5009))
    }

    @Test func neitherKindOfFrameDelaysTheOther() {
        var pacer = FramePacer(framesPerSecond: 10)
        for _ in 1...FramePacer.burst { pacer.drew(at: .seconds(5), isUrgent: false) }
        #expect(pacer.due(isUrgent: true) == .zero)
        pacer = FramePacer(framesPerSecond: 10)
        pacer.drew(at: .seconds(5), isUrgent: true)
        #expect(pacer.due(isUrgent: false) == .zero)
    }
}
