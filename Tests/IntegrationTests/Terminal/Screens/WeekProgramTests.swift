import MockMarket
import NIOConcurrencyHelpers
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// The column of the last seven days in a real pty.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct WeekProgramTests {
    @Test func aWideWindowShowsSevenDaysOfWhatItShowsAndANarrowOneAsBefore() async throws {
        try await withTickwire(size: Size(width: 120, height: 12)) { program in
            try await program.until { $0.text.contains("7 days") && $0.week(of: "BTC") != nil }
            // Closes that were filled from candles have no gaps.
            #expect(program.screen.week(of: "BTC")?.contains(" ") == false)
            program.resize(Size(width: 80, height: 24))
            try await program.until {
                $0.text.contains(" BTC ") && !$0.text.contains("7 days") && $0.week(of: "BTC") == nil
            }
            program.resize(Size(width: 120, height: 12))
            try await program.until { $0.text.contains("7 days") && $0.week(of: "BTC") != nil }
        }
    }

    @Test func sevenDaysStandBesideTheTrendOfMinutes() async throws {
        try await withTickwire(size: Size(width: 140, height: 12)) { program in
            try await program.until { $0.text.contains(/7 days +2 min/) && $0.week(of: "BTC") != nil }
        }
    }

    @Test func onlyCoinsInSightHaveTheirGapsFilled() async throws {
        try await withServerAndTickwire(size: Size(width: 120, height: 12)) { server, program in
            try await program.until { $0.week(of: "BTC") != nil && !$0.text.contains(" LTC ") }
            let (bitcoin, litecoin) = (CoinID(1), CoinID(2))
            let terminal = server.terminal()
            try await terminal.connected {
                await terminal.untilReady()
                terminal.link.weeks.show(WeekRequest([bitcoin, litecoin]))
                terminal.link.weeks.ask()
                await terminal.until { $0.link.weeks.week(of: litecoin) != nil }
            }
            // The first answer has what the server knew before this terminal asked.
            let answers: [[CoinWeek]] = terminal.frames.compactMap {
                if case .weeks(let weeks, _) = $0 { weeks } else { nil }
            }
            let known = try #require(answers.first)
            #expect((known.first { $0.coin == bitcoin }?.closes.count ?? 0) >= CoinWeek.hours - 1)
            // An hour may have ended meanwhile.
            #expect((known.first { $0.coin == litecoin }?.closes.count ?? 0) <= 1)
        }
    }

    /// A server comes back after four days, and its source has the candles of the last day only. Six hours later the
    /// source has all of them.
    @Test func daysThatTheServerMissedStayBlankUntilASourceHasThem() async throws {
        try await withTemporaryDirectory { directory in
            let ahead = NIOLockedValueBox<Int64>(-96 * Self.hour)
            try await withServer(in: directory, ahead: ahead) { try await $0.fillWeek(of: CoinID(1)) }
            ahead.withLockedValue { $0 = 0 }
            try await withServer(in: directory, faults: .ofCandles(.history(25)), ahead: ahead) { server in
                let program = try await server.openTickwire(in: directory, size: Size(width: 120, height: 12))
                try await program.until { $0.week(of: "BTC")?.contains("    ") == true }
                server.mock.setFaults([])
                ahead.withLockedValue { $0 = 6 * Self.hour + 1_000 }
                try await program.until { $0.week(of: "BTC")?.contains(" ") == false }
                program.type("q")
                #expect(await program.ended() == 0)
            }
        }
    }

    @Test func closesOnDiskAreShownAfterARestartWhileNoSourceHasCandles() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { try await $0.fillWeek(of: CoinID(1)) }
            try await withServer(in: directory, faults: .ofCandles(.status(500))) { server in
                let program = try await server.openTickwire(in: directory, size: Size(width: 120, height: 12))
                try await program.until { $0.week(of: "BTC")?.contains(" ") == false }
                // Nothing is known of a coin that nobody looked at before.
                #expect(program.screen.week(of: "ETH") == nil)
                program.type("q")
                #expect(await program.ended() == 0)
            }
        }
    }

    /// In milliseconds.
    private static let hour: Int64 = 3_600_000

    @Test func favoritesShowThemToo() async throws {
        try await withTickwire(size: Size(width: 120, height: 12)) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("f2")
            try await program.until { $0.text.contains("7 days") && $0.week(of: "BTC") != nil }
        }
    }
}

extension ModelTerminal {
    /// The blocks of the seven days in a coin's row; nil while there are none.
    fileprivate func week(of symbol: String) -> String? {
        guard let row = lines.first(where: { $0.contains(" \(symbol) ") }) else { return nil }
        let isBlock = { (character: Character) in "▁▂▃▄▅▆▇".contains(character) }
        guard let first = row.firstIndex(where: isBlock), let last = row.lastIndex(where: isBlock) else { return nil }
        let line = String(row[first...last])
        return line.count > 10 ? line : nil
    }
}
