import PlatformKit
import Synchronization
import Testing

@testable import TerminalKit

/// The driver over a real pty. Tests run one at a time, because a process has one controlling terminal.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TerminalTests {
    static let enter = String(decoding: TerminalModes.enter(TerminalOptions()), as: UTF8.self)
    static let leave = String(decoding: TerminalModes.leave, as: UTF8.self)

    @Test func takesTheTerminalAndGivesItBack() async throws {
        let pty = try PseudoTerminal()
        #expect(pty.isCooked)
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        #expect(!pty.isCooked)
        #expect(terminal.size == Size(width: 40, height: 10))
        await terminal.write(Array("frame".utf8))
        #expect(pty.received(asManyAs: Self.enter + "frame") == Self.enter + "frame")
        terminal.stop()
        terminal.stop()
        #expect(pty.received(asManyAs: Self.leave) == Self.leave)
        #expect(pty.isCooked)
        await terminal.write(Array("late".utf8))
        #expect(pty.received() == "")
    }

    @Test func aThrownErrorGivesItBackToo() async throws {
        struct Failure: Error {}
        let pty = try PseudoTerminal()
        await #expect(throws: Failure.self) {
            try await Terminal.withTerminal(input: pty.slave, output: pty.slave) { _ in throw Failure() }
        }
        #expect(pty.isCooked)
        #expect(pty.received(asManyAs: Self.enter + Self.leave) == Self.enter + Self.leave)
    }

    @Test func imagesAreRemovedBeforeTheTerminalIsGivenBack() async throws {
        let options = TerminalOptions(asksForImages: true)
        let pty = try PseudoTerminal()
        let terminal = try Terminal(input: pty.slave, output: pty.slave, options: options)
        let enter = Self.enter + "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        #expect(pty.received(asManyAs: enter) == enter)
        pty.type("\u{1B}_Gi=31;OK\u{1B}\\q")
        #expect(await terminal.nextEvent() == .imagesOffered)
        #expect(await terminal.nextEvent() == .key("q"))
        terminal.stop()
        let leave = "\u{1B}\\\u{1B}_Ga=d,d=A,q=2\u{1B}\\" + Self.leave
        #expect(pty.received(asManyAs: leave) == leave)
    }

    @Test func aDescriptorThatIsNoTerminalIsRefused() throws {
        let pipe = try WakePipe()
        defer { pipe.closeEnds() }
        #expect(throws: TerminalError.notATerminal(descriptor: pipe.readEnd)) {
            _ = try Terminal(input: pipe.readEnd, output: pipe.writeEnd)
        }
        #expect("\(TerminalError.notATerminal(descriptor: 0))" == "standard input is not a terminal")
        #expect("\(TerminalError.notATerminal(descriptor: 1))" == "standard output is not a terminal")
        #expect("\(TerminalError.notATerminal(descriptor: 7))" == "file descriptor 7 is not a terminal")
    }

    @Test func keysArriveAsEvents() async throws {
        try await Self.withTerminal { pty, terminal in
            pty.type("q\u{1B}[A\u{1B}[200~a\u{1B}[201~")
            #expect(await terminal.nextEvent() == .key("q"))
            #expect(await terminal.nextEvent() == .key(Key(.up)))
            #expect(await terminal.nextEvent() == .paste("a"))
            pty.type("\u{1B}")
            #expect(await terminal.nextEvent() == .key(Key(.escape)))
        }
    }

    @Test func aNewSizeIsAnEvent() async throws {
        try await Self.withTerminal { pty, terminal in
            pty.resize(Size(width: 100, height: 30))
            kill(getpid(), SIGWINCH)
            #expect(await terminal.nextEvent() == .resized(Size(width: 100, height: 30)))
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF])
    func signalsEndTheSessionInOrder(signal: Int32) async throws {
        try await Self.withTerminal { _, terminal in
            kill(getpid(), signal)
            #expect(await terminal.nextEvent() == .ended(.signal(signal)))
        }
    }

    @Test func aTerminalThatGoesAwayEndsTheSession() async throws {
        let pty = try PseudoTerminal()
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        pty.hangUp()
        #expect(await terminal.nextEvent() == .ended(.inputClosed))
        await terminal.write(Array("nobody reads this".utf8))
        terminal.stop()
    }

    @Test(arguments: ["key", "signal"])
    func controlZLendsTheTerminalAndTakesItAgain(by way: String) async throws {
        let pty = try PseudoTerminal()
        let whileStopped = Mutex<(isCooked: Bool, output: String)?>(nil)
        let master = pty.master
        let options = TerminalOptions(stopProcess: {
            whileStopped.withLock {
                $0 = (Self.isCooked(master), PseudoTerminal.read(master, count: (Self.enter + Self.leave).utf8.count))
            }
        })
        let terminal = try Terminal(input: pty.slave, output: pty.slave, options: options)
        defer { terminal.stop() }
        if way == "key" { pty.type("\u{1A}") } else { kill(getpid(), SIGTSTP) }
        #expect(await terminal.nextEvent() == .resized(Size(width: 40, height: 10)))
        #expect(await terminal.nextEvent() == .resumed)
        let seen = whileStopped.withLock { $0 }
        #expect(seen?.isCooked == true)
        #expect(seen?.output == Self.enter + Self.leave)
        #expect(pty.received(asManyAs: Self.enter) == Self.enter)
        #expect(!pty.isCooked)
    }

    @Test func aSlowTerminalGetsAllBytes() async throws {
        try await Self.withTerminal { pty, terminal in
            let frame = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
            async let written: Void = terminal.write(frame)
            var received = 0
            while received < frame.count {
                received += pty.receivedBytes().filter { $0 == UInt8(ascii: "x") }.count
                await Task.yield()
            }
            await written
            #expect(received == frame.count)
        }
    }

    @Test func aTerminalThatReadsNothingIsStillGivenBack() async throws {
        let pty = try PseudoTerminal()
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        async let written: Void = terminal.write(Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
        await Task.yield()
        terminal.stop()
        await written
        #expect(pty.isCooked)
    }

    /// Once, the screen waited for the terminal, so that only a second signal ended the program.
    @MainActor
    @Test func theFirstSignalEndsAScreenWhoseTerminalTakesNothing() async throws {
        let pty = try PseudoTerminal()
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        let screen = TerminalScreen(terminal: terminal, capabilities: Capabilities())
        screen.show(EndingView(events: terminal.events))
        // The frame has more bytes than a pty keeps.
        screen.copy(String(repeating: "x", count: 1 << 20))
        #expect(await screen.run(events: terminal.events) == .signal(SIGTERM))
        terminal.stop()
        #expect(pty.isCooked)
    }

    @Test func aCrashGivesTheTerminalBack() async throws {
        let pty = try PseudoTerminal()
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        _ = pty.received(asManyAs: Self.enter)
        EmergencyRestore.restore()
        #expect(pty.isCooked)
        #expect(pty.received(asManyAs: Self.leave) == Self.leave)
        EmergencyRestore.restore()
        #expect(pty.received() == "")
        terminal.stop()
    }

    @Test func hiddenInputIsNotShownAndStillEndsItsLine() throws {
        let pty = try PseudoTerminal()
        let isShown = try HiddenInput.reading(from: pty.slave, to: pty.slave) { pty.isCooked }
        #expect(!isShown && pty.isCooked)
        #expect(pty.received(asManyAs: "\r\n") == "\r\n")
    }

    @Test func aStopFromTheKeyboardIsIgnoredWhileInputIsHidden() throws {
        let pty = try PseudoTerminal()
        let isIgnored = try HiddenInput.reading(from: pty.slave, to: pty.slave) { Self.stopIsIgnored }
        #expect(isIgnored && !Self.stopIsIgnored)
    }

    private static var stopIsIgnored: Bool {
        let handler = signal(SIGTSTP, SIG_DFL)
        signal(SIGTSTP, handler)
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// As after `trap '' INT`: Ctrl-C must not show the rest of a password. SIGPROF stands in for SIGINT, because tests run
    /// on threads of Dispatch, which block SIGINT.
    @Test func aSignalThatIsIgnoredLeavesInputHidden() throws {
        let pty = try PseudoTerminal()
        let former = signal(SIGPROF, SIG_IGN)
        defer { signal(SIGPROF, former) }
        let isShown = try HiddenInput.reading(from: pty.slave, to: pty.slave) {
            raise(SIGPROF)
            return pty.isCooked
        }
        #expect(!isShown && pty.isCooked)
        #expect(pty.received(asManyAs: "\r\n") == "\r\n")
    }

    private static func withTerminal(
        _ body: (PseudoTerminal, Terminal) async throws -> Void
    ) async throws {
        let pty = try PseudoTerminal()
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        defer { terminal.stop() }
        try await body(pty, terminal)
    }

    private static func isCooked(_ master: Int32) -> Bool {
        (try? TerminalAttributes(of: master).settings).map { $0.c_lflag & tcflag_t(ICANON) != 0 } ?? false
    }
}

/// Ends the session, as a signal does, just before its frame is written.
@MainActor
private struct EndingView: View {
    let events: Relay<InputEvent>

    func draw(into buffer: inout Buffer) -> Cursor? {
        events.yield(.ended(.signal(SIGTERM)))
        return nil
    }
}

extension Terminal {
    fileprivate func nextEvent() async -> InputEvent? {
        for await event in events { return event }
        return nil
    }
}
