import Testing

@testable import PushServer

struct MarketFramesTests {
    private var frames = MarketFrames<String>()

    private mutating func frame(_ wanted: MarketFlow.Frame, made: String) -> String {
        let (frame, origin) = frames.frame(wanted) { made }
        return "\(frame), \(origin)"
    }

    @Test mutating func aConnectionRightBeforeTheTickGetsTheTickAsItCame() {
        frames.ticked("the tick", from: 4)
        let found = frame(.diff(since: 4), made: "a diff")
        #expect(found == "the tick, tick")
    }

    /// A tick may lack hashes.
    @Test mutating func aTickDoesNotCompleteASnapshot() {
        frames.ticked("the tick", from: 4)
        let found = frame(.completion(since: 4), made: "a diff")
        #expect(found == "a diff, made")
    }

    @Test mutating func connectionsAtTheSameSequenceShareAFrame() {
        frames.ticked("the tick", from: 4)
        let diffs = [frame(.diff(since: 2), made: "a diff"), frame(.diff(since: 2), made: "another")]
        #expect(diffs == ["a diff, made", "a diff, kept"])
        let part = frame(.part(rows: 0..<2, sequence: 5, isLast: true), made: "a part")
        #expect(part == "a part, made")
    }

    @Test mutating func nothingIsKeptOverATick() {
        frames.ticked("the tick", from: 4)
        _ = frame(.diff(since: 2), made: "a diff")
        let last = frames.forget()
        frames.ticked("the next tick", from: 5)
        let diffs = [frame(.diff(since: 2), made: "another"), frame(.diff(since: 4), made: "a third")]
        #expect(last == "the tick")
        #expect(diffs == ["another, made", "a third, made"])
    }
}
