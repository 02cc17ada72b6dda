import PlatformKit
import PushServer
import Shared
import TerminalKit
import TestSupport
import Testing

/// The real `tickwire` in a real pty: how it gives the terminal back, whatever ends or stops it, and takes it again.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ProgramEndingTests {
    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF])
    func aSignalEndsItAndTheTerminalIsAsItWas(signal: Int32) async throws {
        try await withTickwire { program in
            try await program.until(shows: "BTC")
            #expect(!program.leftovers.isEmpty)
            program.send(signal)
            #expect(await program.ended() == 128 + signal)
        }
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGQUIT, SIGSYS, SIGXCPU, SIGXFSZ])
    func aCrashLeavesTheTerminalAsItWas(signal: Int32) async throws {
        // Otherwise Swift's runtime would ask on the terminal what to do.
        try await withTickwire(environment: ["SWIFT_BACKTRACE": "enable=no"]) { program in
            try await program.until(shows: "BTC")
            program.send(signal)
            #expect(await program.ended() == -signal)
        }
    }

    @Test func beforeTheFirstFrameItCanBeEndedToo() async throws {
        try await withTickwire { program in
            try await program.until { $0.modes.contains(1049) }
            program.send(SIGTERM)
            #expect(await program.ended() == 128 + SIGTERM)
        }
    }

    /// A shell with job control runs the program, as for a user. As leader of its own session it could not be stopped.
    @Test(arguments: ["typed", "sent"])
    func whatStopsItLendsTheTerminalAndForegroundTakesItAgain(way: String) async throws {
        try await withTickwire(shell: "set -m; TICKWIRE; echo stopped $?; read -r; fg; echo ended $?") { program in
            try await program.until(shows: "BTC")
            #expect(program.leftovers.contains("raw line discipline"))
            if way == "typed" { program.type("\u{1A}") } else { kill(program.foreground, SIGTSTP) }
            try await program.until { _ in program.said("stopped 148") }
            #expect(program.leftovers == [])
            program.type("\n")
            try await program.untilItHasTheTerminal()
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    /// In the background the program runs on without the terminal, and the shell's `fg` has nothing to continue.
    @Test func whatGoesOnInTheBackgroundLeavesTheTerminalAloneUntilItIsBroughtBack() async throws {
        let script = "set -m; TICKWIRE; echo stopped $?; kill -CONT %1; read -r; echo read; read -r; fg; echo ended $?"
        try await withTickwire(shell: script) { program in
            try await program.until(shows: "BTC")
            program.type("\u{1A}")
            try await program.until { _ in program.said("stopped 148") }
            program.type("a line for the shell\n")
            try await program.until { _ in program.said("\r\nread") }
            #expect(program.leftovers == [])
            program.type("\n")
            try await program.untilItHasTheTerminal()
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    /// SIGSTOP gives the program no chance to restore the terminal, and other programs may have changed it since.
    @Test func afterAStopThatCannotBeCaughtItTakesTheTerminalAgain() async throws {
        try await withTickwire { program in
            try await program.until(shows: "BTC")
            program.send(SIGSTOP)
            await program.stopped()
            // The test must not take earlier output for what the program writes afterwards.
            await program.untilAllIsRead()
            program.makeUsual()
            #expect(!program.leftovers.contains("raw line discipline"))
            let before = program.output.count
            program.send(SIGCONT)
            try await program.until { _ in program.output.count > before + 1000 }
            try await program.untilItHasTheTerminal()
        }
    }

    @Test func aLostServerIsReportedWithTheAgeOfThePricesAndTheWayOutStaysOpen() async throws {
        try await withTemporaryDirectory { directory in
            let program = try await withServer(in: directory) { server in
                let program = try await server.openTickwire(in: directory, size: Size(width: 120, height: 32))
                try await program.until { $0.text.contains("BTC") && $0.isConnected }
                return program
            }
            try await program.until { $0.text.contains("offline") && $0.text.contains("old") }
            #expect(program.screen.text.contains("BTC"))
            program.type("j?")
            try await program.until(shows: "to the top")
            program.type("\u{3}")
            #expect(await program.ended() == 0)
            #expect(program.leftovers == [])
        }
    }
}

extension TerminalProgram {
    /// Until the list is on the screen and follows a key.
    fileprivate func untilItHasTheTerminal() async throws {
        // After a stop, the first output may be a frame that was due before.
        try await until {
            $0.modes.contains(1049) && $0.text.contains("BTC") && $0.isConnected
                && leftovers.contains("raw line discipline")
        }
        type("j")
        try await until { $0.lines.contains { $0.hasPrefix("▌") && $0.contains("ETH") } }
    }
}
