import Foundation
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// A favorite that the terminal has shown is never lost, and the terminal starts by itself, when the power goes before any operation on
/// the disk, with the server there or gone. It runs only if `POWER_CUTS` says how often: it has waited for ever for a screen that did
/// not come, and the cause is not known yet.
@MainActor
@Suite(
    .serialized,
    .enabled(if: ForgetfulDisk.isAvailable, "there is no C compiler, or a sanitizer is in its way"),
    .enabled(if: PowerCutTests.isAskedFor, "POWER_CUTS says how often"),
    .timeLimit(.minutes(60))
)
struct TerminalPowerCutTests {
    @Test func everyChangeThatWasShownOutlivesAPowerCut() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        try await withTemporaryDirectory { directory in
            let disk = try ForgetfulDisk(in: directory)
            try await withServer(in: directory + "/server", coins: 60) { server in
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
                        try await user.findsFavorites(program)
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
                }
                proxy.plug(into: server.port)
                let program = try await server.openTickwire(in: disk.folder, port: proxy.port)
                try await user.findsFavorites(program)
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    await terminal.until { user.possible.contains($0.favoriteSymbols) }
                }
                program.send(SIGTERM)
                _ = await program.ended()
                try await proxy.stop()
                print(
                    "power: \(PowerCutTests.cuts) cuts of a terminal, \(user.toggles) changes shown, none lost; seed \(seed)"
                )
            }
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

    mutating func findsFavorites(_ program: TerminalProgram) async throws {
        var looks = 0
        try await program.until { [possible] screen in
            guard screen.text.contains("● live"), let favorites = screen.favorites else { return false }
            looks += 1
            return possible.contains(favorites) || looks > 200
        }
        let found = program.screen.favorites ?? []
        isContent = possible.contains(found)
        possible = [found]
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
