import Shared
import Testing

@testable import TerminalClient

struct AlertTextTests {
    @Test(arguments: [">65000", "<0.00000123", "+5% 45m", "-7.5% 2h", "+10% day", "-10% day"])
    func aConditionIsReadAsItIsWritten(text: String) throws {
        #expect(try AlertCondition(typed: text).typed == text)
    }

    @Test func aNoteFollowsTheCondition() throws {
        let typed = try TypedAlert(">60000 eur #  sell # some ", in: "USD")
        #expect(typed.condition.typed == ">60000" && typed.currency == "EUR" && typed.note == "sell # some")
        #expect(try TypedAlert("<5#", in: "USD").note.isEmpty)
        let long = String(repeating: "n", count: 141)
        #expect(throws: AlertTextFault.outOfRange("a note of 141 characters, of 140 at most")) {
            try TypedAlert("<5 #\(long)", in: "USD")
        }
    }

    /// "min" is no currency.
    @Test func anErrorQuotesWhatWasTyped() {
        #expect(throws: AlertTextFault.unreadable("+5% 60min")) { try TypedAlert("+5% 60min", in: "USD") }
    }

    @Test func spacesAndCapitalsDoNotMatter() throws {
        #expect(try AlertCondition(typed: " + 5 %  90 M ").typed == "+5% 90m")
        #expect(try AlertCondition(typed: "+5%120m").typed == "+5% 2h")
    }

    @Test func dollarsAreNamedIfTheUserExpectsAnotherCurrency() throws {
        func words(_ typed: String, _ currency: String, _ usual: String) throws -> String {
            let condition = try AlertCondition(typed: typed)
            return Alert(id: .random(), coin: CoinID(1), condition: condition, currency: currency).words(in: usual)
        }
        #expect(try words(">65000", "USD", "USD") == "at or above 65,000")
        #expect(try words(">65000", "USD", "EUR") == "at or above 65,000 USD")
        #expect(try words(">65000", "EUR", "EUR") == "at or above 65,000 EUR")
        #expect(try words("+5% 2h", "USD", "EUR") == "+5% within 2 h")
        #expect(try words("-10% day", "USD", "EUR") == "-10% in 24 hours")
    }

    /// Once, an alert named a price as 65,001.5, beside 65,001.50 in lists.
    @Test(arguments: [
        ("65001.5", "USD", "65,001.50"), ("66012", "USD", "66,012.00"), ("0.00000123", "USD", "0.00000123"),
        ("-1234", "USD", "-1,234.00"), ("65001.5", "EUR", "65,001.5 EUR"), ("66012", "JPY", "66,012 JPY"),
    ])
    func aPriceInDollarsHasAtLeastTwoDecimals(price: String, currency: String, words: String) throws {
        let condition = try AlertCondition(typed: ">5")
        let alert = Alert(id: .random(), coin: CoinID(1), condition: condition, currency: currency)
        let event = AlertEvent(
            number: 1,
            of: alert,
            price: try ExactDecimal(parsing: price),
            source: "Huobi",
            time: MarketTime(seconds: 1_700_000_000)
        )
        #expect(event.priceWords(in: currency) == words)
    }

    @Test(arguments: [
        ("", "type a condition, such as \(AlertCondition.examples)"),
        ("65000", "'65000' is not a condition; type one like \(AlertCondition.examples)"),
        (">", "'>' is not a condition; type one like \(AlertCondition.examples)"),
        ("+5%", "'+5%' has no time; add one, such as 60m, 2h or day"),
        ("+5% 3d", "'+5% 3d' is not a condition; type one like \(AlertCondition.examples)"),
        (">65,000", "'>65,000' has a comma; write numbers with a point, such as >65000.5"),
        (
            ">1" + String(repeating: "0", count: 39),
            "'>100000000000000000000000000000000000000' has a number with too many digits; use at most 18 digits; small numbers may have up to 32 decimals"
        ),
        (">0", "an alert cannot have the price 0; use one above 0"),
        ("+5% 25h", "an alert cannot have a time of 25 h; use 5 min to 24 h"),
        ("+5% 4m", "an alert cannot have a time of 4 min; use 5 min to 24 h"),
    ])
    func whatIsNoConditionIsReportedInWords(text: String, words: String) {
        do throws(AlertTextFault) {
            _ = try AlertCondition(typed: text)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.description == words)
        }
    }
}
