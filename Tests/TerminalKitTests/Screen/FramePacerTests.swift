import Testing

@testable import TerminalKit

/// A due frame is not delayed.
struct FramePacerTests {
    @Test func theFirstFrameIsDueAtOnce() {
        let pacer = FramePacer(framesPerSecond: 10)
        #expect(pacer.due(isUrgent: false) == .zero)
        #expect(pacer.due(isUrgent: true) == .zero)
    }

    @Test func framesKeepTheirDistance() {
        var pacer = FramePacer(framesPerSecond: 10)
        pacer.drew(at: .seconds(5), isUrgent: false)
        #expect(pacer.due(isUrgent: false) == .milliseconds(5100))
        #expect(pacer.due(isUrgent: true) == .zero)
        pacer.drew(at: .milliseconds(5001), isUrgent: true)
        #expect(pacer.due(isUrgent: true) == .milliseconds(5009))
        #expect(pacer.due(isUrgent: false) == .milliseconds(5101))
    }
}
