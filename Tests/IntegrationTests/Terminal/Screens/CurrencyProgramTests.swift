import TerminalKit
import TestSupport
import Testing

/// The currency of prices, chosen in a real pty.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CurrencyProgramTests {
    @Test func aCurrencyIsFoundByTypingAndAllPricesAreInIt() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type(",jk")
            try await program.until { $0.text.contains("› Candles from") }
            program.type("j\r")
            try await program.until { $0.text.contains("type to filter") && $0.text.contains("● USD") }
            program.type("eur\r")
            try await program.until { $0.text.contains("› Currency  ● EUR") && !$0.text.contains("filter") }
            program.type("\u{1B}")
            try await program.until { $0.text.contains("Price EUR") && $0.text.contains("Market cap €") }
            program.type("z")
            try await program.until { $0.text.contains("Price ") && !$0.text.contains("Price EUR") }
        }
    }
}
