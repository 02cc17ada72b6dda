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
    /// Where a word stands in the last row.
    fileprivate func hint(_ word: String) -> Point? {
        guard let line = lines.last, let found = line.firstRange(of: word) else { return nil }
        return Point(x: line.distance(from: line.startIndex, to: found.lowerBound), y: lines.count - 1)
    }
}
