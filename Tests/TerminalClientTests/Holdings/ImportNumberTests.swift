import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// How numbers with commas are read from a tracker's file.
struct ImportNumberTests {
    private static let head = """
        Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Description
        """

    private func plan(_ rows: [String]) throws -> ImportPlan {
        let now = try #require(MarketTime(iso8601: "2024-06-01T00:00:00Z"))
        let context = TransactionContext(now: now, rates: KnownRates(), offers: ServerOffers())
        let text = ([Self.head] + rows).joined(separator: "\n")
        return try ImportPlan(text, into: UserTable(), market: ImportMarket(.of(.few), context))
    }

    private func purchase(of amount: String) -> String { "2024-03-01 12:30 UTC,100,USD,\"\(amount)\",BTC,,," }

    @Test(arguments: ["0,02", "0,123", "00,500", "+0,123", "-0,123", "1,0000", "1234,567", "1.5,000", ",5"])
    func aCommaThatDoesNotGroupThreeDigitsIsNotUnderstood(amount: String) throws {
        let plan = try plan([purchase(of: amount)])
        #expect(plan.added.isEmpty)
        #expect(plan.skipped.map(\.reason) == ["'\(amount)' is not a number (received amount)"])
    }

    @Test func aCommaStandsBetweenThousandsAndTextMayHaveOthers() throws {
        let rows = ["1,500", "1.500"].map { "2024-03-01 12:30 UTC,\"\($0)\",USD,1,BTC,,,\"1,5\"" }
        let plan = try plan(rows)
        #expect(plan.skipped.isEmpty && plan.added.map(\.total.plainText) == ["1500", "1.5"])
    }

    /// Once, `1,500` was a thousand times too much in a file that a spreadsheet had saved with commas for decimals.
    @Test(arguments: ["0,02", "1,5", "0,123", "1.234,56"])
    func aFileWithADecimalCommaHasNoNumbersOfTwoMeanings(comma: String) throws {
        let plan = try plan(["1,500", comma, "1.500", "0.500", "1,500.25", "2"].map(purchase(of:)))
        let unclear = { (text: String) in
            "'\(text)' may mean thousands or decimals (received amount), because line 3 has a comma for decimals; "
                + "save the file with decimal points"
        }
        let reasons = [unclear("1,500"), "'\(comma)' is not a number (received amount)", unclear("1.500")]
        #expect(plan.skipped.map(\.reason) == reasons && plan.skipped.map(\.line) == [2, 3, 4])
        #expect(plan.added.map(\.amount.plainText) == ["0.5", "1500.25", "2"])
    }
}
