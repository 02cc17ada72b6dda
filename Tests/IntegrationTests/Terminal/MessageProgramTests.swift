import TerminalKit
import TestSupport
import Testing

/// The page of messages has what a real `tickwire` in a real pty says, word for word.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct MessageProgramTests {
    @Test func thePageOfMessagesHasWhatKeysSay() async throws {
        try await withTickwire(["open", "tickwire://prices/BTC/chart"], size: Size(width: 120, height: 40)) { program in
            try await program.until { $0.text.contains("  O ") && $0.isConnected }
            try await program.press("d", andRead: "no coin is compared")
            try await program.press("n", andRead: "there is no alert at a price of BTC (A: make one)")
            try await program.press("L", andRead: "logarithmic scale")
            program.type("\u{1B}")
            try await program.until(shows: "Market cap ")
            try await program.press("}", andRead: "the list has no sections (e: show coins and tokens apart)")
            try await program.press("z", andRead: "nothing to undo")
            try await program.press("2", andRead: "You have no favorites yet.")
            try await program.press("J", andRead: "there are no coins to move yet")
            try await program.press("y", andRead: "nothing to copy here")
        }
    }

    @Test func thePageOfMessagesHasWhatFieldsSay() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("/")
            try await program.press("qq", andRead: "Nothing matches \"qq\".")
            program.type("\u{1B}")
            try await program.until { !$0.text.contains("Nothing matches") && $0.text.contains("BTC") }
            program.type("A")
            try await program.until(shows: "Alert for ")
            program.type("\u{15}")
            try await program.press("65000\r", andRead: "'65000' is not a condition; type one like >65000")
        }
    }
}

extension TerminalProgram {
    fileprivate func press(_ key: String, andRead message: String) async throws {
        let page = try RecordedText.text(of: "docs/MESSAGES.md")
        #expect(page.contains("\n| \(message)"))
        type(key)
        try await until(shows: message)
    }
}
