import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct LingerTests {
    private let loop = EmbeddedEventLoop()
    private let place = LocalPlace(
        isMock: true,
        environment: [
            "HOME": "/nowhere", "XDG_RUNTIME_DIR": "/tmp/tickwire-linger-\(UInt32.random(in: 0...UInt32.max))",
        ]
    )

    private func linger(_ seconds: Int64? = 60) -> Linger {
        Linger(LocalTerms(place, linger: seconds.map { .seconds($0) }), on: loop)
    }

    @Test func itEndsIfNoTerminalComes() async {
        let linger = linger()
        loop.advanceTime(by: .seconds(59))
        #expect(!linger.isOver)
        loop.advanceTime(by: .seconds(1))
        #expect(linger.isOver)
        await linger.untilOver()
    }

    @Test func itEndsALingerTimeAfterTheLastTerminal() {
        let linger = linger()
        linger.came()
        linger.came()
        loop.advanceTime(by: .hours(1))
        linger.left()
        loop.advanceTime(by: .hours(1))
        linger.left()
        loop.advanceTime(by: .seconds(59))
        #expect(!linger.isOver)
        loop.advanceTime(by: .seconds(1))
        #expect(linger.isOver)
    }

    @Test func aTerminalThatComesBackInTimeRestartsIt() {
        let linger = linger()
        loop.advanceTime(by: .seconds(59))
        linger.came()
        linger.left()
        loop.advanceTime(by: .seconds(59))
        #expect(!linger.isOver)
        loop.advanceTime(by: .seconds(1))
        #expect(linger.isOver)
    }

    @Test func theMarkPreventsTheEnd() throws {
        try SmallFile.makeFolder(place.socketFolder)
        try SmallFile.write([], to: place.keepMark, durably: false)
        let linger = linger()
        loop.advanceTime(by: .seconds(120))
        #expect(!linger.isOver)
        SmallFile.remove(place.keepMark)
        loop.advanceTime(by: .seconds(60))
        #expect(linger.isOver)
    }

    @Test func withoutATimeItNeverEnds() {
        let linger = linger(nil)
        loop.advanceTime(by: .hours(1000))
        #expect(!linger.isOver)
    }

    @Test(arguments: [0, 1_577_880_000, 4_000_000_000])
    func aClockThatIsWrongByYearsIsReported(seconds: Int64) {
        let time = MarketTime(seconds: seconds)
        #expect(throws: ServerError.wrongClock(time)) { try LocalTerms.checkClock(time) }
    }

    @Test func aClockThatMayBeRightIsBelieved() throws { try LocalTerms.checkClock(MarketTime(seconds: 1_800_000_000)) }
}
