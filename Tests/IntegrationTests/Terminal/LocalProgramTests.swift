import Foundation
import NIOCore
import NIOPosix
import PlatformKit
import Shared
import TerminalKit
import TestSupport
import Testing

/// `tickwire local` in an empty home, with the real programs, which find and start each other.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct LocalProgramTests {
    @Test func oneWordShowsPricesThatTerminalsShareAndTheServerEndsAfterTheLast() async throws {
        try await LocalHome.lend { home in
            let first = try home.open(["local", "--mock", "--linger", "1"])
            try await first.until(shows: "BTC")
            let second = try home.open(["local", "--mock"])
            try await second.until(shows: "BTC")
            first.type("f")
            try await first.until(shows: "★")
            try await second.until(shows: "★")
            let server = try #require(home.server)
            first.type("q")
            #expect(await first.ended() == 0)
            #expect(home.server == server, "one is still there")
            second.type("q")
            #expect(await second.ended() == 0)
            await home.untilServerEnded()
            #expect(!SmallFile.exists(home.place.socket))
            #expect([first, second].allSatisfy { $0.leftovers.isEmpty })
        }
    }

    @Test func favoritesAreThereWhenTheNextServerStarts() async throws {
        try await LocalHome.lend { home in
            let added = try await home.run("tickwire", "favorites", "add", "BTC", "--server", "local-mock")
            #expect(added.status == 0, "\(added.said)")
            let server = try #require(home.server)
            kill(server, SIGTERM)
            await home.untilServerEnded()
            let listed = try await home.run("tickwire", "favorites", "--server", "local-mock")
            #expect(listed.said.contains("BTC"), "\(listed.said)")
            #expect(home.server != server)
        }
    }

    @Test func aPrivateServerMakesNoKey() async throws {
        try await LocalHome.lend { home in
            let prices = try await home.run("tickwire", "prices", "--server", "local-mock")
            #expect(prices.status == 0, "\(prices.said)")
            let files = try FileManager.default.contentsOfDirectory(atPath: home.place.dataFolder)
            #expect(files.contains("users.sqlite"))
            #expect(files.filter { $0.hasSuffix(".pem") } == [], "a Unix socket has no TLS")
        }
    }

    @Test func aSocketThatAKilledServerLeftBehindIsTakenOver() async throws {
        try await LocalHome.lend { home in
            #expect(try await home.run("tickwire", "prices", "--server", "local-mock").status == 0)
            let server = try #require(home.server)
            kill(server, SIGKILL)
            await home.untilServerEnded()
            #expect(UnixSocket.look(at: home.place.socket) == .stale)
            let prices = try await home.run("tickwire", "prices", "--server", "local-mock")
            #expect(prices.status == 0, "\(prices.said)")
            #expect(prices.said.contains("BTC"))
            #expect(home.log.contains("replacing the socket of a server that was killed"), "\(home.log)")
        }
    }

    @Test func aServerThatCrashesUnderATerminalIsStartedAgain() async throws {
        try await LocalHome.lend { home in
            let program = try home.open(["local", "--mock"])
            try await program.until(shows: "BTC")
            let server = try #require(home.server)
            kill(server, SIGKILL)
            program.type("f")
            try await program.until(shows: "★")
            // Only the next server confirms the change.
            let listed = try await home.run("tickwire", "favorites", "--server", "local-mock")
            #expect(listed.status == 0, "\(listed.said)")
            #expect(home.server != server)
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    @Test func ofTwoThatComeAtOnceOneStartsTheServer() async throws {
        try await LocalHome.lend { home in
            async let first = home.run("tickwire", "prices", "--server", "local-mock")
            async let second = home.run("tickwire", "prices", "--server", "local-mock")
            async let third = home.run("tickwire", "prices", "--server", "local-mock")
            for run in try await [first, second, third] { #expect(run.status == 0, "\(run.said)") }
            #expect(home.log.components(separatedBy: " serving").count == 2, "\(home.log)")
        }
    }

    @Test func aSocketThatAnotherProgramHasIsLeftToIt() async throws {
        try await LocalHome.lend { home in
            try SmallFile.makeFolder(home.place.socketFolder)
            let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(unixDomainSocketPath: home.place.socket).get()
            let run = try await home.run("tickwire-server", "local", "--mock")
            run.expectFailure("cannot listen on \(home.place.socket): another program listens there; stop it")
            try await listener.close()
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable)) func aFullDiskIsReportedWhereverTheLogIs() async throws {
        try await LocalHome.lend { home in
            // The disk has room for a folder, but for nothing in it.
            try SmallFile.makeFolder(home.directory + "/data")
            let script = #"mount -t tmpfs -o size=8k,nr_inodes=6,mode=700 tickwire "$1" && shift && exec "$@""#
            let words = ["--map-root-user", "--mount", "sh", "-c", script, "sh", home.directory + "/data"]
            let run = try await home.runAny(
                ["/usr/bin/unshare"] + words + [TerminalProgram.tickwire, "prices", "--server", "local-mock"]
            )
            #expect(run.status == 69, "\(run.said)")
            #expect(run.said.contains("the private server did not start: "), "\(run.said)")
            #expect(run.said.contains("No space left on device"), "\(run.said)")
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable)) func aDiskThatFillsMeanwhileIsReportedInTheTerminalUntilThereIsRoom()
        async throws
    {
        try await LocalHome.lend { home in
            try SmallFile.makeFolder(home.directory + "/empty")
            let disk = SmallDisk(path: home.directory + "/data", contents: home.directory + "/empty")
            let program = try TerminalProgram(
                disk.launcher + [TerminalProgram.tickwire, "local", "--mock"],
                environment: home.environment,
                size: Size(width: 200, height: 24)
            )
            try await program.until(shows: "BTC")
            let server = try #require(home.server)
            let filler = try disk.fill(seenFrom: "/proc/\(server)/root")
            // The first ones may still fit.
            program.type(String(repeating: "fj", count: 60))
            try await program.until(shows: "is full. Free some space")
            #expect(program.screen.text.contains(home.place.dataFolder), "where: \(program.screen.text)")
            try FileManager.default.removeItem(at: filler)
            try await program.until { !$0.text.contains("is full") && !$0.text.contains("not saved yet") }
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    /// A generated market is not remembered, because nobody should take it for the real one later.
    @Test func aCommandAfterAGeneratedMarketSaysHowToNameIt() async throws {
        try await LocalHome.lend { home in
            let program = try home.open(["local", "--mock"])
            try await program.until(shows: "BTC")
            try await home.run("tickwire", "holdings").expectFailure("--server local-mock", status: 77)
            #expect(try await home.run("tickwire", "holdings", "--server", "local-mock").status == 0)
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    /// Scripts cannot be asked, so they are told.
    @Test func withoutAProfileEachCommandNamesThePrivateServer() async throws {
        try await LocalHome.lend { home in
            for command in [
                "prices", "favorites", "favorites add BTC", "lists", "candles BTC", "detail BTC", "holdings", "alerts",
                "alerts ways", "settings", "watch", "bar", "bar --once", "devices", "export", "open --plain",
                "screenshot --to prices.svg", "logout", "password", "account delete",
            ] {
                let words = [TerminalProgram.tickwire] + command.split(separator: " ").map(String.init)
                let run = try await home.runAny(words)
                #expect(
                    run.status == 77 && run.said.contains("'tickwire local'"),
                    "\(command): \(run.status) \(run.said)"
                )
            }
        }
    }

    @Test func withoutAProfileOneQuestionLeadsToThePrivateServer() async throws {
        try await LocalHome.lend { home in
            let program = try home.open([])
            try await program.until(shows: "Start a private server? [yes/no]")
            program.type("never\n")
            try await program.until(shows: "Please type yes or no: ")
            program.type("N\n")
            try await program.until(shows: "Password")
            program.send(SIGTERM)
            _ = await program.ended()
            #expect(home.server == nil)
        }
    }
}
