import TerminalKit
import TestSupport
import Testing

/// Quiet hours, typed in a real pty.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct QuietHoursProgramTests {
    @Test func hoursAreTypedRefusedInWordsAndKept() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type(",")
            try await program.until { $0.text.contains("Quiet hours") }
            for _ in 0..<20 where !program.screen.text.contains("› Quiet hours") {
                let before = program.screen.text
                program.type("j")
                try await program.until { $0.text != before }
            }
            program.type("\r")
            try await program.until { $0.text.contains("such as 22:00-07:00 Europe/Berlin") }
            program.type("23:00-06:30 mars/base\r")
            try await program.until { $0.text.contains("There is no time zone 'mars/base'") }
            program.type("\u{15}23:00-06:30 europe/paris")
            try await program.until { $0.text.contains("23:00-06:30 Europe/Paris") }
            program.type("\r")
            try await program.until { $0.text.contains("○ off  ● 23:00-06:30 Europe/Paris") }
            program.type("z")
            try await program.until { $0.text.contains("› Quiet hours  ● off") }
        }
    }
}
