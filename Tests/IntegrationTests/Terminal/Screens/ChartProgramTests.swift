import Foundation
import TerminalKit
import TestSupport
import Testing

/// Charts on the whole screen in a real pty: what keys show and hide, whether that lasts, and where the mouse points.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ChartProgramTests {
    private static let chart = ["open", "tickwire://prices/BTC/chart"]
    private static let size = Size(width: 120, height: 40)

    @Test func keysShowIndicatorsAndTheNextStartRemembersThem() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, coins: 60) { server in
                try await server.logIn(profile: directory + "/profile")
                let first = try await server.openTickwire(Self.chart, in: directory, size: Self.size)
                try await first.until { $0.text.contains("  O ") && $0.isConnected }
                first.type("R")
                try await first.until(shows: "RSI 14")
                first.type("Mm")
                try await first.until { $0.text.contains("MACD 12 26 9") && $0.text.contains("SMA 20") }
                first.type("e")
                try await first.until(shows: "EMA 26")
                first.type("L")
                try await first.until(shows: "logarithmic scale")
                first.type("eq")
                #expect(await first.ended() == 0)
                #expect(first.screen.unknown.isEmpty, "\(first.screen.unknown)")
                let next = try await server.openTickwire(Self.chart, in: directory, size: Self.size)
                try await next.until { screen in
                    ["RSI 14", "MACD 12 26 9", "SMA 20", "SMA 50", "1w   log"].allSatisfy { screen.text.contains($0) }
                }
                #expect(!next.screen.text.contains("EMA"))
                next.type("L")
                try await next.until(shows: "linear scale")
                next.type("q")
                #expect(await next.ended() == 0)
            }
        }
    }

    @Test func indicatorsHaveTheirOwnPanesWithScalesAndGiveTheRowsBack() async throws {
        try await withTickwire(Self.chart, size: Self.size) { program in
            try await program.until { $0.text.contains("  O ") && $0.isConnected && $0.hasVolume }
            program.type("R")
            try await program.until { $0.hasScale(["70", "30"], below: "RSI 14") }
            program.type("M")
            try await program.until { screen in
                screen.text.contains("MACD 12 26 9") && screen.text.contains("signal")
                    && screen.hasScale(["70", "30"], below: "RSI 14")
            }
            program.type("R")
            try await program.until { !$0.text.contains("RSI 14") && $0.text.contains("MACD 12 26 9") }
            program.type("M")
            try await program.until { !$0.text.contains("MACD 12 26 9") && $0.hasVolume }
        }
    }

    /// Each key takes away and brings back what a chart shows at first.
    @Test func gridExtremesVolumeAndScaleHaveKeys() async throws {
        try await withTickwire(Self.chart, size: Self.size) { program in
            try await program.until { screen in
                screen.isConnected && screen.hasGrid && screen.hasExtremes && screen.roundPrices >= 2
                    && screen.hasVolume
            }
            program.type("#")
            try await program.until { !$0.hasGrid && $0.hasExtremes }
            program.type("x")
            try await program.until { !$0.hasExtremes }
            program.type("v")
            try await program.until { !$0.hasVolume }
            program.type("#xv")
            try await program.until { $0.hasGrid && $0.hasExtremes && $0.hasVolume }
            program.type("%")
            try await program.until { $0.text.contains("scale in percent") && $0.roundPrices == 0 }
        }
    }

    @Test func helpListsAKeyForEachFunction() async throws {
        let functions = [
            ("#", "grid of prices and times"), ("x", "mark the highest and lowest"), ("i", "inspect a candle, or stop"),
            ("L", "logarithmic scale"), ("%", "scale in percent"), ("m", "moving averages of 20 and 50 (SMA)"),
            ("e", "exponential averages of 12 and 26 (EMA)"), ("R", "relative strength index (RSI 14)"),
            ("M", "convergence and divergence (MACD 12 26 9)"), ("v", "volume"), ("a", "compare with another coin"),
            ("d", "remove the last compared coin"),
        ]
        try await withTickwire(Self.chart, size: Self.size) { program in
            try await program.until { $0.text.contains("  O ") && $0.isConnected }
            program.type("?")
            try await program.until { screen in
                functions.allSatisfy { key, words in screen.key(before: words) == key }
            }
        }
    }

    @Test func dotsStandAboveRoundTimes() async throws {
        try await withTickwire(Self.chart, size: Self.size) { program in
            try await program.until { $0.isWhole && $0.isConnected && $0.hasTimeGrid }
            program.type("#")
            try await program.until { $0.isWhole && !$0.hasTimeGrid }
        }
    }

    /// Rows at equal distances differ by equal amounts on a linear scale, and by equal ratios on a logarithmic one.
    @Test func rowsOfALogarithmicScaleStandForEqualRatios() async throws {
        try await withTickwire(Self.chart, size: Self.size) { program in
            try await program.until { $0.text.contains("  O ") && $0.isConnected }
            let linear = try await levels(of: program)
            #expect(abs(linear[1] - (linear[0] + linear[2]) / 2) < 0.02, "\(linear)")
            program.type("L")
            try await program.until(shows: "logarithmic scale")
            let logarithmic = try await levels(of: program)
            #expect(abs(logarithmic[1] - (logarithmic[0] * logarithmic[2]).squareRoot()) < 0.02, "\(logarithmic)")
            let mean = (logarithmic[0] + logarithmic[2]) / 2
            #expect(mean - logarithmic[1] > 0.1, "the range is too narrow to tell the scales apart")
            #expect(program.screen.unknown.isEmpty, "\(program.screen.unknown)")
        }
    }

    /// The prices that the crosshair shows in three rows at equal distances.
    private func levels(of program: TerminalProgram) async throws -> [Double] {
        var levels: [Double] = []
        for (x, y) in [(31, 8), (51, 17), (71, 26)] {
            program.type("\u{1B}[<0;\(x);\(y)M\u{1B}[<0;\(x);\(y)m")
            try await program.until { $0.hasRuler(near: x - 1) && $0.level(inRow: y - 1) != nil }
            levels.append(try #require(program.screen.level(inRow: y - 1)))
        }
        return levels
    }

    @Test func coinsAreComparedAndTheFifthIsRefused() async throws {
        try await withTickwire(Self.chart, size: Self.size) { program in
            try await program.until { $0.text.contains("  O ") && $0.isConnected }
            program.type("a")
            try await program.until(shows: "Compare with")
            program.type("eth\r")
            try await program.until { $0.chartLine(with: "ETH")?.contains("%") == true }
            // A click on the first candle in sight, where all lines begin.
            program.type("\u{1B}[<0;2;15M\u{1B}[<0;2;15m")
            try await program.until(shows: "BTC 0.00%  ETH 0.00%")
            program.type("\u{1B}")
            try await program.until { !$0.text.contains("BTC 0.00%  ETH 0.00%") }
            program.type("a\ra\ra")
            try await program.until(shows: "4 coins are the most")
            program.type("ddd")
            try await program.until { $0.text.contains("  O ") && $0.chartLine(with: "ETH") == nil }
            #expect(program.screen.unknown.isEmpty, "\(program.screen.unknown)")
        }
    }

    /// It is two columns from one candle to the next.
    @Test func theCrosshairFollowsTheKeys() async throws {
        try await withTickwire(Self.chart, size: Self.size) { program in
            try await program.until { $0.text.contains("  O ") && $0.isConnected }
            program.type("i")
            try await program.until { $0.isWhole && $0.rulers.count == 1 }
            let newest = program.screen.rulers[0]
            program.type("\u{1B}[D\u{1B}[D")
            try await program.until { $0.isWhole && $0.rulers == [newest - 4] }
            program.type("\u{1B}[C")
            try await program.until { $0.isWhole && $0.rulers == [newest - 2] }
            program.type(String(repeating: "\u{1B}[D", count: 9))
            try await program.until { $0.isWhole && $0.rulers == [newest - 20] }
            // Ten hours are two or three candles of four hours.
            program.type("]")
            try await program.until { $0.isWhole && $0.rulers.count == 1 && $0.rulers[0] > newest - 20 }
            program.type("i")
            try await program.until { $0.isWhole && $0.rulers.isEmpty }
        }
    }

    @Test func theCrosshairFollowsTheMouse() async throws {
        try await withTickwire(Self.chart, size: Self.size) { program in
            try await program.until { $0.text.contains("  O ") && $0.isConnected }
            program.type("\u{1B}[<0;31;15M")
            try await program.until { $0.lines[14].contains("╌") && $0.hasRuler(near: 30) }
            program.type("\u{1B}[<32;61;11M\u{1B}[<0;61;11m")
            try await program.until {
                $0.lines[10].contains("╌") && $0.hasRuler(near: 60) && !$0.hasRuler(near: 30)
            }
            program.type("\u{1B}")
            try await program.until { !$0.hasRuler(near: 60) }
        }
    }
}

extension ModelTerminal {
    fileprivate var hasGrid: Bool { lines.contains { $0.contains(" · ") && !$0.contains("live") } }

    /// Whether the axis has only round times, with dots above each of them.
    fileprivate var hasTimeGrid: Bool {
        guard let row = lines.lastIndex(where: { $0.contains("UTC") }) else { return false }
        let marks = cells[row].indices.filter { cells[row][$0].text == "╵" }
        let round = lines[row].matches(of: /╵([0-9]{2}:00|[0-9]{1,2} [A-Z][a-z]{2}|[0-9]{4})/)
        return marks.count >= 2 && round.count == marks.count
            && marks.allSatisfy { x in cells[..<row].count { $0[x].text == "·" } > 2 }
    }

    fileprivate var hasExtremes: Bool { text.contains("◂ ") || text.contains(" ▸") }

    /// Whether the largest volume stands at the right edge, beside the columns.
    fileprivate var hasVolume: Bool { lines.contains { $0.contains(" Vol ") && !$0.contains("  O ") } }

    /// The number of prices at the right edge that end in zeros.
    fileprivate var roundPrices: Int { lines.count { $0.trimmedEnd.hasSuffix("00.00") } }

    /// Whether these values are at the right edge of the rows below a pane's name, the highest one first.
    fileprivate func hasScale(_ values: [String], below name: String) -> Bool {
        guard let first = lines.firstIndex(where: { $0.contains(name) }) else { return false }
        let edge = lines[first...].prefix(8).map(\.trimmedEnd)
        var rows = edge[...]
        return values.allSatisfy { value in
            guard let row = rows.firstIndex(where: { $0.hasSuffix(" " + value) }) else { return false }
            rows = rows[(row + 1)...]
            return true
        }
    }

    /// The price at the right edge of a row that the crosshair is in; nil if it is in another one.
    fileprivate func level(inRow row: Int) -> Double? {
        guard lines[row].contains("╌"), let word = lines[row].split(separator: " ").last else { return nil }
        return Double(word.replacing(",", with: ""))
    }

    /// The legend's line, if it has this symbol.
    fileprivate func chartLine(with symbol: String) -> String? {
        lines.first { $0.contains("\(symbol) ") && $0.contains("%  ") }
    }

    /// The columns that contain a crosshair's upright line.
    fileprivate var rulers: [Int] { cells[0].indices.filter { x in cells.count { $0[x].text == "┊" } > 2 } }

    /// Whether the crosshair is near a column: a candle's middle is at most one column from the pointer.
    fileprivate func hasRuler(near x: Int) -> Bool {
        lines.count { $0.dropFirst(x - 1).prefix(3).contains("┊") } > 2
    }
}

extension String {
    fileprivate var trimmedEnd: Substring { self[...(lastIndex { $0 != " " } ?? startIndex)] }
}
