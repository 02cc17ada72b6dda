import TerminalKit
import TestSupport
import Testing

/// The pane with the selected coin beside the lists in a real pty.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct WideProgramTests {
    private let narrow = Size(width: 80, height: 24)
    private let wide = Size(width: 220, height: 60)

    @Test func aScreenThatGrowsShowsTheSelectedCoinBesideTheListAndOneThatShrinksTheListAlone() async throws {
        try await withTickwire(size: narrow) { program in
            try await program.until { $0.text.contains(" BTC ") && $0.isConnected }
            program.type("j")
            try await program.until { $0.selected.contains(" ETH ") }
            program.resize(wide)
            try await program.until { $0.isBeside("ETH") && $0.hasCandles && $0.hasText }
            program.resize(narrow)
            try await program.until { screen in
                screen.selected.contains(" ETH ") && !screen.hasCandles && screen.lines[4] == screen.selected
                    && screen.lines[5].contains(" USDT ")
            }
        }
    }

    @Test func thePaneBeginsAtAHundredAndSixtyColumns() async throws {
        try await withTickwire(size: Size(width: 159, height: 40)) { program in
            try await program.until { $0.isWhole && $0.text.contains(" BTC ") && $0.isConnected }
            #expect(!program.screen.isBeside("BTC") && !program.screen.hasCandles, "\(program.screen.text)")
            #expect(program.screen.lines[2].contains("7 days"))
            program.resize(Size(width: 160, height: 40))
            try await program.until { $0.isBeside("BTC") && $0.hasCandles && $0.hasText }
            #expect(program.screen.lines[2].contains("7 days"), "the list keeps its columns")
        }
    }

    @Test func twoHundredAndTwentyColumnsHoldEveryColumnOfTheListAndTheCoin() async throws {
        let titles = ["#▲", "Price", "24 h", "1 h", "7 d", "Volume", "Mkt cap", "7 days", "2 min", "Source (UTC)"]
        try await withTickwire(size: wide) { program in
            try await program.until { screen in
                titles.allSatisfy { screen.lines[2].contains($0) } && screen.isBeside("BTC") && screen.hasCandles
                    && screen.hasText
            }
        }
    }

    @Test func theLinkBesideAChartLeadsToTheCoinAlone() async throws {
        try await withTickwire(size: Size(width: 160, height: 40)) { program in
            try await program.until { $0.isBeside("BTC") && $0.hasCandles && $0.isConnected }
            program.type("Y")
            try await program.until(shows: "copied tickwire://prices/id:1")
            #expect(!program.screen.text.contains("expanded"))
        }
    }

    @Test func theChartAndTheFactsFollowTheSelectionInBothLists() async throws {
        try await withTickwire(size: Size(width: 160, height: 40)) { program in
            try await program.until { $0.isBeside("BTC") && $0.hasCandles && $0.hasText }
            program.type("f")
            program.type("jjjjj")
            try await program.until { $0.selected.contains(" 6 ") && !$0.isBeside("BTC") }
            try await program.until { $0.hasCandles && $0.hasText }
            program.type("2")
            try await program.until { $0.isBeside("BTC") && $0.hasCandles && $0.hasText }
            program.type("\r")
            try await program.until { $0.lines[0].contains("Bitcoin") && $0.hasCandles }
            program.type("\u{1B}")
            try await program.until { $0.isBeside("BTC") && $0.hasCandles }
        }
    }

    @Test func aChartThatWasOpenedBelowItsRowStaysWithTheSelectionAtEverySize() async throws {
        try await withTickwire(size: narrow) { program in
            try await program.until { $0.text.contains(" BTC ") && $0.isConnected }
            program.type("\r")
            try await program.until { $0.hasCandles }
            program.resize(wide)
            try await program.until { $0.isBeside("BTC") && $0.hasCandles && $0.hasText }
            program.type("j")
            try await program.until { $0.isBeside("ETH") && $0.hasCandles && $0.hasText }
            program.resize(narrow)
            try await program.until { screen in
                screen.lines[4] == screen.selected && screen.selected.contains(" ETH ") && screen.hasCandles
                    && screen.lines[5].contains("30m")
            }
        }
    }

    @Test func aCursorMoveBesideAChartCostsNoWholeScreen() async throws {
        try await withTickwire(config: "flashes: off\n", size: Size(width: 160, height: 40)) { program in
            try await program.until { $0.isBeside("BTC") && $0.hasCandles && $0.hasText }
            let before = program.output.count
            program.type("jj")
            try await program.until { $0.selected.contains(" 3 ") && $0.hasCandles && $0.hasText }
            // A bare list of this size alone takes some 4,000 bytes.
            #expect(program.output.count - before < 12_000)
        }
    }
}

extension ModelTerminal {
    /// The row of the selected coin; empty where there is none.
    fileprivate var selected: String { lines.first { $0.hasPrefix("▌") } ?? "" }

    /// Whether the pane shows this coin, in its first row, which is beside the list's titles.
    fileprivate func isBeside(_ symbol: String) -> Bool { lines[2].contains(" \(symbol)  ") }

    fileprivate var hasCandles: Bool {
        text.contains("30m") && text.contains("UTC") && !text.contains("Loading candles")
    }
    /// Whether the pane has the text that only the server's answer about a coin has.
    fileprivate var hasText: Bool { text.contains("Tags ") }
}
