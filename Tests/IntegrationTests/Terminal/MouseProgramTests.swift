import TerminalKit
import TestSupport
import Testing

/// The mouse in a real pty: clicks on the hints in the footer, and a wheel that scrolls what is under the pointer.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct MouseProgramTests {
    @Test func theKeysAtTheBottomCanBeClicked() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            try await program.click("filter")
            try await program.until(shows: "name or symbol")
            try await program.click("clear")
            try await program.until { !$0.text.contains("name or symbol") && $0.hint("favorite") != nil }
            try await program.click("Space")
            try await program.until { $0.lines[3].contains("★") }
            try await program.click("help")
            try await program.until(shows: "to the top")
            try await program.click("Esc")
            try await program.until { !$0.text.contains("to the top") && $0.hint("next tab") != nil }
            try await program.click("next tab")
            try await program.until { $0.hint("remove") != nil }
            try await program.click("quit")
            #expect(await program.ended() == 0)
        }
    }

    @Test func theWheelTurnsWhatIsUnderThePointer() async throws {
        try await withTickwire(size: Size(width: 100, height: 30)) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("\r")
            try await program.until { $0.text.contains(":00  O ") && $0.text.contains(" UTC") }
            let wide = program.screen.lines[18]
            // On the chart the wheel zooms, and the selection stays.
            program.turnWheel(at: Point(x: 30, y: 12), down: true)
            try await program.until { $0.lines[18] != wide && $0.lines[3].hasPrefix("▌") }
            // Below the open chart the wheel moves the list.
            program.turnWheel(at: Point(x: 30, y: 24), down: true)
            try await program.until { screen in
                screen.lines.contains { $0.hasPrefix("▌") && !$0.contains(" BTC ") }
            }
        }
    }

    @Test func theWheelZoomsTheChartBesideTheListAndMovesTheList() async throws {
        try await withTickwire(size: Size(width: 160, height: 40)) { program in
            try await program.until { screen in
                screen.isWhole && screen.isConnected && screen.lines[2].contains(" BTC  ")
                    && ["╌", "Tags "].allSatisfy { screen.text.contains($0) }
            }
            let wide = program.screen.chartBeside
            program.turnWheel(at: Point(x: 130, y: 12), down: true)
            try await program.until { $0.isWhole && $0.chartBeside != wide }
            #expect(program.screen.lines[3].hasPrefix("▌"))
            program.turnWheel(at: Point(x: 30, y: 12), down: true)
            try await program.until { $0.lines[6].hasPrefix("▌") }
        }
    }

    @Test func theWheelScrollsHelpAndACoinsPage() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            for (key, words) in [("?", "favorite or not"), ("o", "Tags ")] {
                program.type(key)
                try await program.until { $0.isWhole && $0.text.contains(words) }
                let fourth = program.screen.words(inRow: 5)
                program.turnWheel(at: Point(x: 30, y: 12), down: true)
                try await program.until { $0.words(inRow: 2) == fourth }
                program.turnWheel(at: Point(x: 30, y: 12), down: false)
                try await program.until { $0.words(inRow: 5) == fourth }
                program.type("\u{1B}")
                try await program.until { $0.isWhole && $0.text.contains("Market cap ") && $0.hint("filter") != nil }
            }
        }
    }
}

extension TerminalProgram {
    /// Clicks on a word of the last row.
    fileprivate func click(_ word: String) async throws {
        try await until { $0.hint(word) != nil }
        guard let place = screen.hint(word) else { return }
        type("\u{1B}[<0;\(place.x + 1);\(place.y + 1)M\u{1B}[<0;\(place.x + 1);\(place.y + 1)m")
    }

    fileprivate func turnWheel(at place: Point, down: Bool) {
        type("\u{1B}[<\(down ? 65 : 64);\(place.x + 1);\(place.y + 1)M")
    }
}

extension ModelTerminal {
    /// The rows of the chart in the pane on the right.
    fileprivate var chartBeside: [Substring] { lines[5..<20].map { $0.suffix(50) } }

    /// A row without the scrollbar at its end.
    fileprivate func words(inRow y: Int) -> Substring { lines[y].prefix(70) }

    /// Where a word stands in the last row.
    fileprivate func hint(_ word: String) -> Point? {
        guard let line = lines.last, let found = line.firstRange(of: word) else { return nil }
        return Point(x: line.distance(from: line.startIndex, to: found.lowerBound), y: lines.count - 1)
    }
}
