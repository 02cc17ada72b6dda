import Foundation
import PlatformKit
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// `tickwire` without a server, in a real pty: what it knew last is there at once, and is not taken for live.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OfflineProgramTests {
    private let size = Size(width: 120, height: 40)

    @Test func itStartsWithTheLastPricesAndGoesLiveWhenTheServerIsThere() async throws {
        try await withTemporaryDirectory { directory in
            // A price is live only while its exchange goes on telling it.
            func polling(_ configuration: inout ServerConfiguration) {
                configuration.market.tickerInterval = .milliseconds(500)
            }
            let port = try await withServer(in: directory, coins: 60, configure: polling) { server in
                let program = try await server.openTickwire(in: directory, size: size)
                try await program.until { $0.text.contains("● live") && $0.text.contains("Bitcoin") }
                program.type("f\r")  // A favorite, and the chart of the same coin.
                // The figures of a candle come with the whole chart, and only a whole chart is kept.
                try await program.until { screen in
                    screen.text.contains("★") && screen.text.contains(/\bO [0-9]/)
                        && !screen.text.contains("not saved yet")
                }
                program.type("q")
                #expect(await program.ended() == 0)
                return server.port
            }
            let program = try open(["--server", "127.0.0.1:\(port)"], in: directory)
            try await program.until { $0.text.contains("offline, next try") }
            try await program.until { $0.price(of: "Solana") != nil }
            #expect(program.screen.price(of: "Solana")?.isDim == true, "\(program.screen.text)")
            #expect(program.screen.text.contains("★"))
            #expect(program.screen.text.contains("old price") || program.screen.text.contains("s old"))
            program.type("\r")
            try await program.until { $0.text.contains("not live: no connection") }
            program.type("f")  // It is kept for later.
            try await program.until { $0.text.contains("1 not saved yet") }
            try await withServer(
                in: directory,
                coins: 60,
                configure: { configuration in
                    polling(&configuration)
                    configuration.listen.port = port
                }
            ) { server in
                program.type("r")
                try await program.until { $0.text.contains("● live") && !$0.text.contains("not saved yet") }
                #expect(!program.screen.text.contains("★"))
                try await program.until { $0.price(of: "Solana")?.isDim == false }
                program.send(SIGTERM)
                _ = await program.ended()
                #expect(program.leftovers == [])
            }
        }
    }

    @Test func leavingBeforeTheServerConfirmsAChangeIsReportedOnTheOrdinaryScreen() async throws {
        try await withTemporaryDirectory { directory in
            let port = try await withServer(in: directory, coins: 60) { server in
                let program = try await server.openTickwire(in: directory)
                try await program.until { $0.text.contains("● live") && $0.text.contains("Bitcoin") }
                program.type("q")
                #expect(await program.ended() == 0)
                #expect(!program.said("has not confirmed"), "nothing waits")
                return server.port
            }
            let program = try open(["--server", "127.0.0.1:\(port)"], in: directory)
            try await program.until { $0.text.contains("offline, next try") && $0.text.contains("Bitcoin") }
            program.type("f")
            try await program.until { $0.text.contains("1 not saved yet") }
            program.type("q")
            #expect(await program.ended() == 0)
            #expect(program.leftovers == [])
            let words =
                "tickwire: 127.0.0.1:\(port) has not confirmed 1 change yet; it is sent when you next open the terminal there"
            let said = String(decoding: program.output, as: UTF8.self)
            let left = try #require(said.range(of: "\u{1B}[?1049l", options: .backwards))
            #expect(said[left.upperBound...].contains(words), "\(said.suffix(500))")
        }
    }

    @Test func aBrokenCacheIsDiscardedAndTheTerminalStartsWithoutIt() async throws {
        try await withTemporaryDirectory { directory in
            let port = try await withServer(in: directory, coins: 60) { server in
                let program = try await server.openTickwire(in: directory)
                try await program.until(shows: "Bitcoin")
                program.send(SIGTERM)
                _ = await program.ended()
                return server.port
            }
            let caches = directory + "/profile/cache/replicas"
            let name = try #require(SmallFile.names(in: caches).first { !$0.hasPrefix(".") })
            let bytes = try SmallFile.read("\(caches)/\(name)")
            try SmallFile.write(Array(bytes.dropLast(bytes.count / 2)), to: "\(caches)/\(name)")
            let program = try open(["--server", "127.0.0.1:\(port)"], in: directory)
            try await program.until { $0.text.contains("No prices yet") }
            #expect(!SmallFile.exists("\(caches)/\(name)"))
            let log = String(decoding: try SmallFile.read(directory + "/profile/terminal.log"), as: UTF8.self)
            #expect(log.contains("was discarded: its checksum is wrong"), "\(log)")
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    @Test func aUserSignedOutElsewhereGetsTheLoginAndNoCache() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, coins: 60) { server in
                let program = try await server.openTickwire(in: directory)
                try await program.until { $0.text.contains("● live") && $0.text.contains("Bitcoin") }
                program.type("q")
                #expect(await program.ended() == 0)
                let caches = directory + "/profile/cache/replicas"
                #expect(SmallFile.names(in: caches).contains { !$0.hasPrefix(".") })
                let other = server.terminal(user: "ada")
                try await other.running {
                    await other.untilReady()
                    for device in try await other.link.account.devices() where !device.isOwn {
                        _ = try await other.link.account.revoke(device.id)
                    }
                }
                let again = try open(["--server", "127.0.0.1:\(server.port)"], in: directory)
                try await again.until { $0.text.contains("Password") }
                #expect(!again.screen.text.contains("Bitcoin"))
                #expect(!SmallFile.names(in: caches).contains { !$0.hasPrefix(".") })
                again.send(SIGTERM)
                _ = await again.ended()
            }
        }
    }

    private func open(_ arguments: [String], in directory: String) throws -> TerminalProgram {
        try TerminalProgram(
            [TerminalProgram.tickwire] + arguments + ["--profile", directory + "/profile"],
            environment: [
                "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "HOME": directory,
                "PATH": "/usr/bin:/bin", "TZ": "UTC0",
            ],
            size: size
        )
    }
}

extension ModelTerminal {
    /// How the price of a coin looks; nil while a frame is under way.
    fileprivate func price(of coin: String) -> (text: String, isDim: Bool)? {
        guard !modes.contains(2026), let y = lines.firstIndex(where: { $0.contains(" \(coin) ") }),
            let match = lines[y].firstMatch(of: /(?<price>[0-9,]+\.[0-9]+)/)
        else { return nil }
        let x = lines[y].distance(from: lines[y].startIndex, to: match.price.startIndex)
        let pen = cells[y][x].pen
        return (String(match.price), pen.attributes.contains(.dim) || pen.foreground != .terminalDefault)
    }
}
