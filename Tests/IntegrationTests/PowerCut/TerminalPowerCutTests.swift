import Foundation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// A favorite that the terminal has shown is never lost, and the terminal starts by itself, when the power goes before any operation on
/// the disk, with the server there or gone. Without the server it shows prices that once were right, or none.
@MainActor
@Suite(
    .serialized,
    .enabled(if: ForgetfulDisk.isAvailable, "there is no C compiler, or a sanitizer is in its way"),
    .timeLimit(.minutes(60))
)
struct TerminalPowerCutTests {
    @Test func everyChangeThatWasShownOutlivesAPowerCut() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        try await withServerAndDisk { server, disk in
            let proxy = try await TestProxy.start(upstreamPort: server.port)
            try await server.logIn(profile: disk.folder + "/profile", port: proxy.port)
            var user = FavoritesUser()
            for cut in 1...PowerCutTests.cuts {
                proxy.plug(into: server.port)
                let operations = PowerCutTests.operations(max: 600, &random)
                let program = try await server.openTickwire(
                    in: disk.folder,
                    port: proxy.port,
                    environment: try disk.powerOn(cut: operations)
                )
                await program.untilItEnds {
                    try await user.findsFavorites(program, of: server)
                    if Bool.random(using: &random) {
                        proxy.plug(into: 1)
                        proxy.cutNow()
                    }
                    while user.isContent { try await user.togglesSome(program, &random) }
                    program.send(SIGKILL)
                }
                let isCut = try disk.powerOff(&random)
                #expect(isCut || !user.isContent, "it ended by itself: \(program.screen.text)")
                #expect(user.isContent, "after cut \(cut - 1), seed \(seed): \(user) \(program.screen.text)")
                if !isCut || !user.isContent { break }
                if !cut.isMultiple(of: 2) { continue }
                proxy.plug(into: 1)
                let offline = try await server.openTickwire(in: disk.folder, port: proxy.port)
                try await offline.until { $0.text.contains("offline") && !$0.modes.contains(2026) }
                let isRight = user.mayShow(offline.screen)
                #expect(isRight, "after cut \(cut), seed \(seed): \(offline.screen.text)")
                offline.send(SIGTERM)
                _ = await offline.ended()
            }
            proxy.plug(into: server.port)
            let program = try await server.openTickwire(in: disk.folder, port: proxy.port)
            try await user.findsFavorites(program, of: server)
            let terminal = server.terminal()
            try await terminal.running {
                await terminal.untilReady()
                await terminal.until { user.possible.contains($0.favoriteSymbols) }
            }
            program.send(SIGTERM)
            _ = await program.ended()
            try await proxy.stop()
            // Prices are saved after five seconds. So if there are few cuts, all may come earlier.
            if PowerCutTests.cuts >= 100 { #expect(user.starts > 0, "no start without a server had prices") }
            print(
                """
                power: \(PowerCutTests.cuts) cuts of a terminal, \(user.toggles) changes shown, none lost, \
                \(user.starts) starts with saved prices; seed \(seed)
                """
            )
        }
    }

    /// The folders of a new profile's changes must last as long as the changes themselves.
    @Test func theFirstChangeOfANewProfileOutlivesAPowerCutThatTakesAllThatWasNotSynced() async throws {
        try await withServerAndDisk { server, disk in
            let proxy = try await TestProxy.start(upstreamPort: server.port)
            try await server.logIn(profile: disk.folder + "/profile", port: proxy.port)
            var user = FavoritesUser()
            var random = SeededGenerator(seed: 1)
            let program = try await server.openTickwire(
                in: disk.folder,
                port: proxy.port,
                environment: try disk.powerOn()
            )
            try await user.findsFavorites(program, of: server)
            proxy.plug(into: 1)
            proxy.cutNow()
            try await user.togglesSome(program, &random)
            program.send(SIGKILL)
            _ = await program.ended()
            try disk.powerOff(&random, luck: DiskImage.Luck(share: 0))
            proxy.plug(into: server.port)
            let next = try await server.openTickwire(in: disk.folder, port: proxy.port)
            try await user.findsFavorites(next, of: server)
            #expect(user.isContent, "\(user.possible) \(next.screen.text)")
            next.send(SIGTERM)
            _ = await next.ended()
            try await proxy.stop()
        }
    }

    private func withServerAndDisk(_ body: @MainActor (TestServer, ForgetfulDisk) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let disk = try ForgetfulDisk(in: directory)
            try await withServer(in: directory + "/server", coins: 60) { server in try await body(server, disk) }
        }
    }
}

/// Somebody who marks favorites and remembers which they have seen.
@MainActor
private struct FavoritesUser {
    /// What may be found after the power went: what was last seen, and what the keys since then may have made of it.
    private(set) var possible: [Set<String>] = [[]]
    private(set) var toggles = 0
    /// Whether all that was seen was found again.
    private(set) var isContent = true
    /// The prices that bitcoin has had.
    private var prices: Set<String> = []
    /// How often the terminal started without a server and showed saved prices.
    private(set) var starts = 0

    /// Looks at the favorites until they are what they may be. The server's table comes soon after the connection, so one look is too
    /// few. A new price before each look shows that the terminal has gone on meanwhile. After two hundred of them, favorites are missing, or a
    /// problem stands where "live" should be.
    mutating func findsFavorites(_ program: TerminalProgram, of server: TestServer) async throws {
        try await program.until { !$0.symbols.isEmpty && $0.favorites != nil }
        // Until the last look nothing is missing: the power may go before.
        var isFound = false
        for look in 100..<300 {
            prices.insert("80,\(look).25")
            try await server.tick(["btcusdt": "80\(look).25"])
            try await program.until { $0.text.contains("80,\(look).25") && $0.favorites != nil }
            isFound = possible.contains(program.screen.favorites ?? []) && program.screen.text.contains("● live")
            if isFound { break }
        }
        isContent = isFound
        if isFound { possible = [program.screen.favorites ?? []] }
    }

    /// Whether the screen of a terminal without a server has a price that bitcoin once had, or no prices at all.
    mutating func mayShow(_ screen: ModelTerminal) -> Bool {
        guard let price = screen.price(of: "BTC") else { return screen.symbols.isEmpty }
        starts += 1
        return prices.contains(price)
    }

    /// Types some keys at once, and looks on until all have had their effect.
    mutating func togglesSome(_ program: TerminalProgram, _ random: inout SeededGenerator) async throws {
        let rows = program.screen.symbols
        let first = Int.random(in: 0..<10, using: &random)
        let chosen = rows.dropFirst(first).prefix(Int.random(in: 1...4, using: &random))
        var favorites = possible[0]
        for symbol in chosen {
            favorites.formSymmetricDifference([symbol])
            possible.append(favorites)
        }
        program.type("\u{1B}[H" + String(repeating: "j", count: first) + chosen.map { _ in " " }.joined(separator: "j"))
        while possible.count > 1 {
            try await program.until { [rest = possible.dropFirst()] screen in
                screen.favorites.map { rest.contains($0) } ?? false
            }
            let shown = possible.lastIndex(of: program.screen.favorites ?? []) ?? 0
            toggles += shown
            possible.removeFirst(shown)
        }
    }
}

extension ModelTerminal {
    /// The symbols of the rows in sight.
    fileprivate var symbols: [String] { rows.map(\.symbol) }

    /// Those with a star; nil while a frame is under way.
    fileprivate var favorites: Set<String>? {
        modes.contains(2026) ? nil : Set(rows.filter(\.isFavorite).map(\.symbol))
    }

    fileprivate func price(of symbol: String) -> String? {
        lines.lazy.compactMap { line in
            line.split(separator: " ").drop { $0 != symbol }.first { $0.wholeMatch(of: #/[0-9,]+\.[0-9]+/#) != nil }
        }.first.map(String.init)
    }

    private var rows: [(symbol: String, isFavorite: Bool)] {
        lines.compactMap { line in
            line.firstMatch(of: #/^[ ▌] +\d+ (★| ) +\S+ (?<symbol>[A-Z0-9]+) /#).map {
                (String($0.symbol), $0.1 == "★")
            }
        }
    }
}

extension TestTerminal {
    fileprivate var favoriteSymbols: Set<String> {
        Set(favorites.compactMap { table.row(of: $0).map { table.instrument(ofRow: $0).symbol } })
    }
}
