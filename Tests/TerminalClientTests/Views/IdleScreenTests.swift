import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// A frame is drawn only when something visible has changed.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct IdleScreenTests {
    @Test func invisibleChangesWriteNothing() async {
        let scene = Scene(.many(200))
        let (writes, note) = AsyncStream.makeStream(of: [UInt8].self)
        let screen = TerminalScreen(
            size: Size(width: 80, height: 24),
            capabilities: Capabilities(),
            clock: ContinuousClock(),
            write: { note.yield($0) }
        )
        let (events, end) = AsyncStream.makeStream(of: InputEvent.self)
        async let _ = scene.tabs.status.appeared()
        async let _ = scene.board.appeared()
        async let running = screen.run(events: events)
        screen.show(scene.pricesView)
        var frames = writes.makeAsyncIterator()
        let first = await frames.next() ?? []
        #expect(first.count > 1000)
        // The last row is far below the screen; the first is on it.
        scene.tick { $0.setPrice(123_400, row: 195) }
        scene.tick { $0.setPrice(123_400, row: 0) }
        let second = await frames.next() ?? []
        let text = String(decoding: second, as: UTF8.self)
        #expect(text.contains("234.00"))
        #expect(second.count < 120)
        end.finish()
        #expect(await running == .inputClosed)
    }
}
