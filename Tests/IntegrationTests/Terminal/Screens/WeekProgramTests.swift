import Shared
import TerminalKit
import TestSupport
import Testing

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
