import Foundation
import TerminalKit
import TestSupport
import Testing

/// Holdings and alerts in a real pty: typing and changing a transaction, and moving an alert's line.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HoldingsProgramTests {
    @Test func aTransactionIsTypedChangedAndUndoneAndAmountsAreHidden() async throws {
        try await withTickwire(["open", "tickwire://prices/BTC"], size: Size(width: 100, height: 40)) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("B")
            try await program.until(shows: "New transaction of BTC")
            program.type("many\t5\r")
            try await program.until(shows: "Amount 'many' is not a number")
            program.type("\u{15}1234\t\t\t\t\t\t\t\u{15}2024-03-01\r")
            try await program.until { $0.text.contains("BTC") && !$0.text.contains("New transaction") }
            program.type("H")
            try await program.until { $0.text.contains("1,234") && $0.text.contains("Value at the end of each day") }
            try await program.until { !$0.text.contains("loading prices") && $0.hasCurve }
            program.type("\r")
            try await program.until(shows: "2024-03-01  bought")
            program.type("\r")
            try await program.until(shows: "Transaction of BTC")
            program.type("\u{15}4321\r")
            try await program.until { $0.text.contains("Transactions of BTC") && $0.text.contains("4,321") }
            program.type("z")
            try await program.until { $0.text.contains("1,234") && $0.text.contains("the transaction is as it was") }
            program.type("x")
            try await program.until { $0.text.contains("•••") && !$0.text.contains("1,234") }
            program.type("\u{1B}")
            try await program.until { $0.text.contains("Total") && $0.text.contains("•••") }
            #expect(!program.screen.text.contains("1,234") && program.screen.unknown.isEmpty)
        }
    }

    @Test func anAlertOnAChartIsMovedWithKeysAndWithTheMouse() async throws {
        let chart = ["open", "tickwire://prices/BTC/chart"]
        try await withTickwire(chart, size: Size(width: 120, height: 40)) { program in
            try await program.until { $0.text.contains("  O ") && $0.isConnected }
            program.type("n")
            try await program.until(shows: "there is no alert at a price of BTC")
            program.type("A")
            try await program.until { $0.text.contains("Alert for BTC") && $0.text.contains("such as >65000") }
            // At the present price, the alert's line is on the plot.
            let price = try #require(program.screen.presentPrice)
            program.type("\u{15}>\(price)\r")
            try await program.until(shows: "at or above")
            program.type("\u{1B}")
            try await program.until { $0.alertLine != nil && $0.text.contains("  O ") }
            program.type("n")
            try await program.until(shows: "Enter keep")
            // Towards the middle of the plot, where the line stays on it: only there can the mouse take it.
            let start = try #require(program.screen.alertLine)
            program.type(start > 15 ? "kk\r" : "jj\r")
            try await program.until(shows: "the alert is at or above")
            let row = try #require(program.screen.alertLine)
            let name = program.screen.alertName
            // Drag the line towards the middle of the plot.
            let target = row > 15 ? row - 3 : row + 3
            let mouse = { (button: Int, y: Int, end: String) in program.type("\u{1B}[<\(button);61;\(y + 1)\(end)") }
            mouse(0, row, "M")
            mouse(32, target, "M")
            mouse(0, target, "m")
            try await program.until { $0.alertLine == target && $0.alertName != name }
            program.type("z")
            try await program.until { $0.alertName == name }
            #expect(program.screen.unknown.isEmpty, "\(program.screen.unknown)")
        }
    }
}

extension ModelTerminal {
    /// The price in the title of an alert that is being typed.
    fileprivate var presentPrice: String? {
        text.firstRange(of: "Alert for BTC, now ").map { found in
            text[found.upperBound...].prefix { !$0.isWhitespace }.filter { $0 != "," }
        }
    }

    /// The row with the line of an alert.
    fileprivate var alertLine: Int? { lines.firstIndex { $0.contains(" alert >") } }

    fileprivate var alertName: Substring? {
        text.firstRange(of: " alert >").map { text[$0.upperBound...].prefix { !$0.isWhitespace } }
    }

    /// Whether there is a line of braille dots.
    fileprivate var hasCurve: Bool { text.contains { ("\u{2801}"..."\u{28FF}").contains($0) } }
}
