import Testing

@testable import TerminalClient

struct NodeRotationTests {
    @Test func aServerWithOneNodeBacksOffAfterEachFailure() {
        var rotation = NodeRotation(count: 1)
        #expect(rotation.failed(jitter: 1) == nil)
        rotation.welcomed()
        #expect(rotation.failed(jitter: 1) == nil)
        #expect(rotation.current == 0)
    }

    @Test func atTheStartEachNodeIsTriedAtOnceBeforeTheTerminalBacksOff() {
        var rotation = NodeRotation(count: 3)
        let waits = (0..<6).map { _ in rotation.failed(jitter: 1) }
        #expect(waits == [.zero, .zero, nil, .zero, .zero, nil])
    }

    @Test func terminalsThatLoseTheirNodeTogetherReachTheNextOneSpreadOverASecond() {
        let waits = [0, 0.25, 1].map { jitter in
            var rotation = NodeRotation(count: 2)
            rotation.welcomed()
            return rotation.failed(jitter: jitter)
        }
        #expect(waits == [.zero, .milliseconds(250), .seconds(1)])
    }

    @Test func aNodeThatIsNotTrustedIsPassedOverAsLongAsAnotherMayBeTrusted() {
        var rotation = NodeRotation(count: 3)
        _ = rotation.failed(isUntrusted: true, jitter: 0)
        _ = rotation.failed(isUntrusted: true, jitter: 0)
        #expect(rotation.mayBeTrusted)
        _ = rotation.failed(jitter: 0)
        _ = rotation.failed(isUntrusted: true, jitter: 0)
        _ = rotation.failed(isUntrusted: true, jitter: 0)
        #expect(rotation.mayBeTrusted, "the third node may come back")
        _ = rotation.failed(isUntrusted: true, jitter: 0)
        #expect(!rotation.mayBeTrusted)
        rotation.welcomed()
        #expect(rotation.mayBeTrusted)
    }

    @Test func aServerWhoseOnlyKeyIsNotTrustedIsNotAskedAgain() {
        var rotation = NodeRotation(count: 1)
        _ = rotation.failed(isUntrusted: true, jitter: 0)
        #expect(!rotation.mayBeTrusted)
    }

    @Test func eachNodeIsReportedOnceHoweverOftenItsTurnComes() {
        var rotation = NodeRotation(count: 2)
        let news = (0..<4).map { _ in
            let isNew = rotation.isNewRefusal()
            _ = rotation.failed(isUntrusted: true, jitter: 0)
            return isNew
        }
        #expect(news == [true, true, false, false])
    }

    @Test func aNodeBesideOthersHasLessTimeToAcceptAConnection() {
        #expect(NodeRotation(count: 2).connectTime < NodeRotation(count: 1).connectTime)
    }

    @Test func aTerminalStaysWithTheNodeThatWelcomedIt() {
        var rotation = NodeRotation(count: 3)
        _ = rotation.failed(jitter: 0)
        rotation.welcomed()
        #expect(rotation.current == 1)
        _ = rotation.failed(jitter: 0)
        #expect(rotation.current == 2)
        _ = rotation.failed(jitter: 0)
        #expect(rotation.current == 0, "after the last node it is the first one's turn")
    }
}
