import TestSupport
import Testing

@testable import TerminalKit

/// A frame is drawn only when something visible has changed, and at once if that is allowed.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TerminalScreenTests {
    @Test func aVisibleChangeDrawsOneFrame() async {
        let run = ScreenRun()
        let model = Counter()
        run.screen.show(CounterView(model: model))
        #expect(await run.nextFrame()?.contains("count 0") == true)
        run.clock.advance(by: .seconds(1))
        model.shown = 1
        model.shown = 2
        #expect(await run.nextFrame() == "\u{1B}[1;7H2")
        #expect(await run.end() == .inputClosed)
    }

    @Test func anInvisibleChangeDrawsNothing() async {
        let run = ScreenRun()
        let model = Counter()
        run.screen.show(CounterView(model: model))
        _ = await run.nextFrame()
        run.clock.advance(by: .seconds(1))
        model.hidden = 5
        run.clock.advance(by: .seconds(1))
        model.shown = 7
        // If the hidden change had drawn a frame, that frame would come first.
        #expect(await run.nextFrame() == "\u{1B}[1;7H7")
        _ = await run.end()
    }

    @Test func changesInQuickSuccessionShareAFrame() async {
        let run = ScreenRun()
        let model = Counter()
        run.screen.show(CounterView(model: model))
        _ = await run.nextFrame()
        await run.drawBurst(of: model)
        model.shown = 7
        #expect(await run.nextSleep() == .milliseconds(100))
        model.shown = 8
        run.clock.advance(by: .milliseconds(100))
        #expect(await run.nextFrame() == "\u{1B}[1;7H8")
        _ = await run.end()
    }

    @Test func anAnswerToAKeyDoesNotWaitForTheFrameRate() async {
        let run = ScreenRun()
        let model = Counter()
        run.screen.show(CounterView(model: model))
        _ = await run.nextFrame()
        run.clock.advance(by: .milliseconds(100))
        await run.drawBurst(of: model)
        model.shown = 7
        #expect(await run.nextSleep() == .milliseconds(200))
        run.events.yield(.key("+"))
        #expect(await run.nextFrame() == "\u{1B}[1;7H8")
        _ = await run.end()
    }

    @Test func anotherViewReplacesTheFirst() async {
        let run = ScreenRun()
        let first = Counter()
        let second = Counter()
        second.shown = 9
        run.screen.show(CounterView(model: first))
        _ = await run.nextFrame()
        run.clock.advance(by: .seconds(1))
        run.screen.show(CounterView(model: second))
        #expect(await run.nextFrame() == "\u{1B}[1;7H9")
        run.clock.advance(by: .seconds(1))
        first.shown = 5
        second.shown = 8
        #expect(await run.nextFrame() == "\u{1B}[1;7H8")
        _ = await run.end()
    }

    @Test func aNewSizeAndALentTerminalCauseARepaint() async {
        let run = ScreenRun()
        run.screen.show(CounterView(model: Counter()))
        _ = await run.nextFrame()
        run.clock.advance(by: .seconds(1))
        run.events.yield(.resized(Size(width: 7, height: 2)))
        let resized = await run.nextFrame()
        #expect(resized?.contains("\u{1B}[J") == true && resized?.contains("count 0") == true)
        #expect(run.screen.size == Size(width: 7, height: 2))
        run.clock.advance(by: .seconds(1))
        run.events.yield(.resumed)
        #expect(await run.nextFrame() == resized)
        _ = await run.end()
    }

    @Test func colorsAreWorkedOutOnceForAllAnswersOfATerminal() async {
        let run = ScreenRun()
        var count = 0
        run.screen.scheme = { _ in
            count += 1
            return .none
        }
        run.screen.show(CounterView(model: Counter()))
        for index in UInt8(0)..<16 { run.events.yield(.colorTold(.indexed(index, RGB(index, 1, 2)))) }
        _ = await run.nextFrame()
        #expect(count == 1)
        #expect(await run.end() == .inputClosed)
    }

    @Test func aWindowThatReturnsToItsSizeIsRepaintedToo() async {
        let run = ScreenRun()
        run.screen.show(CounterView(model: Counter()))
        let first = await run.nextFrame()
        run.clock.advance(by: .seconds(1))
        run.events.yield(.resized(Size(width: 12, height: 1)))
        #expect(await run.nextFrame() == first)
        _ = await run.end()
    }

    @Test func aClickOnTheNameOfAKeyPressesTheKey() async {
        let run = ScreenRun()
        let model = Counter()
        run.screen.show(CounterView(model: model))
        _ = await run.nextFrame()
        run.clock.advance(by: .seconds(1))
        let beside = InputEvent.mouse(Mouse(.press(.left), at: Point(x: 8, y: 0)))
        run.events.yield(beside)
        let release = InputEvent.mouse(Mouse(.release(.left), at: Point(x: 4, y: 0)))
        run.events.yield(release)
        run.events.yield(.mouse(Mouse(.press(.left), at: Point(x: 4, y: 0))))
        #expect(await run.nextFrame() == "\u{1B}[1;7H1")
        _ = await run.end()
        #expect(model.shown == 1)
    }

    @Test func copiedTextIsSentBetweenFrames() async {
        let run = ScreenRun()
        run.screen.show(CounterView(model: Counter()))
        _ = await run.nextFrame()
        run.clock.advance(by: .seconds(1))
        run.screen.copy("67123.45")
        #expect(await run.nextFrame() == "\u{1B}]52;c;NjcxMjMuNDU=\u{1B}\\")
        _ = await run.end()
    }

    @Test func theKeyboardProtocolIsSwitchedOnIfItIsOffered() async {
        let run = ScreenRun()
        run.screen.show(CounterView(model: Counter()))
        _ = await run.nextFrame()
        run.clock.advance(by: .seconds(1))
        run.events.yield(.keyboardProtocolOffered)
        #expect(await run.nextFrame() == "\u{1B}[>5u")
        _ = await run.end()
    }

    @Test func imagesAreShownOnceTheTerminalSupportsThem() async throws {
        let run = ScreenRun()
        run.screen.show(ImageView(image: try RendererImageTests.image(7)))
        #expect(await run.nextFrame()?.contains("badge") == true)
        run.clock.advance(by: .seconds(1))
        run.events.yield(.imagesOffered)
        let frame = await run.nextFrame()
        #expect(frame?.contains("a=t,f=100,i=7") == true && frame?.contains("a=p,i=7,p=1") == true)
        _ = await run.end()
    }

    @Test func moreImagesThanAFrameHoldsComeWithTheNext() async throws {
        let run = ScreenRun()
        run.screen.show(ImageView(image: try RendererImageTests.image(7, bytes: 30_000), count: 3))
        _ = await run.nextFrame()
        run.clock.advance(by: .seconds(1))
        run.events.yield(.imagesOffered)
        let first = await run.nextFrame()
        #expect(first?.contains("i=7,p=1") == true && first?.contains("i=8,p=1") == false)
        #expect(await run.nextFrame()?.contains("i=8,p=1") == true)
        _ = await run.end()
    }

    @Test func aRepaintPaintsEverything() async {
        let run = ScreenRun()
        run.screen.show(CounterView(model: Counter()))
        let first = await run.nextFrame()
        run.clock.advance(by: .seconds(1))
        run.screen.repaint()
        #expect(await run.nextFrame() == first)
        _ = await run.end()
    }

    /// The keys were typed at once, and the view's flow has not yet shown the view that the first one leads to.
    @Test func keysWaitForTheViewThatIsShownNext() async {
        let run = ScreenRun()
        let (first, second) = (Counter(), Counter())
        run.screen.show(CounterView(model: first)) { first.shown == 1 }
        _ = await run.nextFrame()
        for _ in 1...3 { run.events.yield(.key("+")) }
        run.events.yield(.mouse(Mouse(.press(.left), at: .zero)))
        #expect(await run.end() == .inputClosed)
        #expect(first.shown == 1)
        run.screen.show(CounterView(model: second))
        #expect((first.shown, second.shown) == (1, 2))
    }

    @Test func keysThatWaitedGoToAViewThatStays() async {
        let run = ScreenRun()
        let model = Counter()
        let leaving = Counter()
        leaving.shown = 1
        run.screen.show(CounterView(model: model)) { leaving.shown == 1 }
        _ = await run.nextFrame()
        run.events.yield(.key("+"))
        #expect(await run.end() == .inputClosed)
        #expect(model.shown == 0)
        leaving.shown = 0
        run.screen.viewStays()
        #expect(model.shown == 1)
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("é★", "w6nimIU="),
    ])
    func base64IsThatOfTheStandard(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
    }
}
