import Observation
import TestSupport

@testable import TerminalKit

@MainActor
@Observable
final class Counter {
    var shown = 0
    var hidden = 0
}

@MainActor
struct CounterView: View {
    let model: Counter

    func draw(into buffer: inout Buffer) -> Cursor? {
        buffer.draw("count \(model.shown)", at: .zero)
        buffer.place("+", in: Rect(x: 0, y: 0, width: 5, height: 1))
        return nil
    }

    func handle(_ event: InputEvent, in size: Size) -> Bool {
        guard event == .key("+") else { return false }
        model.shown += 1
        return true
    }
}

/// Some images with following numbers side by side, or a word.
@MainActor
struct ImageView: View {
    let image: Image
    var count: UInt32 = 1

    func draw(into buffer: inout Buffer) -> Cursor? {
        guard buffer.showsImages else {
            buffer.draw("badge", at: .zero)
            return nil
        }
        for step in 0..<count {
            guard let image = Image(id: image.id + step, png: image.png) else { continue }
            buffer.place(image, in: Rect(x: 2 * Int(step), y: 0, width: 2, height: 1))
        }
        return nil
    }
}

/// A screen that runs for the length of a test; each frame's bytes arrive in `frames`.
@MainActor
final class ScreenRun {
    let screen: TerminalScreen
    let clock = TestClock()
    let events: AsyncStream<InputEvent>.Continuation
    private let frames: AsyncStream<[UInt8]>
    private let task: Task<EndReason, Never>

    init(size: Size = Size(width: 12, height: 1)) {
        let (frames, frame) = AsyncStream.makeStream(of: [UInt8].self)
        let (stream, events) = AsyncStream.makeStream(of: InputEvent.self)
        let screen = TerminalScreen(size: size, capabilities: Capabilities(), clock: clock, framesPerSecond: 10) {
            frame.yield($0)
        }
        self.screen = screen
        self.frames = frames
        self.events = events
        // The screen runs beside the test, which ends it by ending its events.
        task = Task { await screen.run(events: stream) }
    }

    func nextFrame() async -> String? {
        for await frame in frames { return String(decoding: frame, as: UTF8.self) }
        return nil
    }

    /// Draws as many frames as may follow one another at once. The next one has to wait.
    func drawBurst(of model: Counter) async {
        for _ in 1...FramePacer.burst {
            model.shown += 1
            _ = await nextFrame()
        }
    }

    /// The time until which the next sleeper sleeps.
    func nextSleep() async -> Duration? {
        for await deadline in clock.sleeps { return deadline }
        return nil
    }

    func end(_ reason: EndReason = .inputClosed) async -> EndReason {
        events.yield(.ended(reason))
        return await task.value
    }
}
