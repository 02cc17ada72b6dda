import Testing

@testable import TerminalClient

/// Tables that commands print, with the columns of the screens.
struct TableColumnTests {
    @Test func plainTitlesAreTheTitlesOfTheScreens() {
        #expect(DeviceColumn.plain.map(\.plainTitle) == ["", "ID", "LAST SEEN (UTC)", "ADDRESS", "NAME"])
        #expect(AlertColumn.allCases.map(\.plainTitle) == ["ID", "COIN", "CONDITION", "FIRES", "STATE", "NOTE"])
        #expect(
            TransactionColumn.allCases.map(\.plainTitle)
                == ["ID", "TIME (UTC)", "KIND", "COIN", "AMOUNT", "PRICE OR TOTAL", "FEE", "ACCOUNTS AND NOTE"]
        )
        #expect(
            HoldingColumn.allCases.map(\.plainTitle)
                == ["COIN", "AMOUNT", "AVERAGE COST", "VALUE", "PROFIT", "%", "REALIZED", "REALIZED %", "SHARE %"]
        )
    }

    @Test func figuresEndUnderOneAnotherAndCellsCannotControlTheTerminal() {
        let holdings = [("BTC", "2"), ("E\u{1B}H", "10")]
        let text = TextTable.text(of: holdings, in: [HoldingColumn.symbol, .amount]) {
            $1 == .symbol ? $0.0 : $0.1
        }
        #expect(text.hasPrefix("COIN") && text.contains(" AMOUNT\n") && text.hasSuffix(" 10"))
        let lines = text.split(separator: "\n")
        #expect(Set(lines.map(\.count)).count == 1, "\(text)")
        #expect(!text.contains("\u{1B}"))
    }
}
