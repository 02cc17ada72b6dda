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

    @Test func spacesAndCapitalsDoNotMatter() throws {
        #expect(try AlertCondition(typed: " + 5 %  90 M ").typed == "+5% 90m")
        #expect(try AlertCondition(typed: "+5%120m").typed == "+5% 2h")
    }

    @Test(arguments: [
        ("", "type a condition, such as \(AlertCondition.examples)"),
        ("65000", "'65000' is not a condition; type one like \(AlertCondition.examples)"),
        (">", "'>' is not a condition; type one like \(AlertCondition.examples)"),
        ("+5% 3d", "'+5% 3d' is not a condition; type one like \(AlertCondition.examples)"),
        (">65,000", "'>65,000' has a comma; write numbers with a point, such as >65000.5"),
        (">0", "an alert cannot have the price 0, which is not above 0"),
        ("+5% 4m", "an alert cannot have a time of 4 min, which is not from 5 min to 24 h"),
    ])
    func whatIsNoConditionIsToldInWords(text: String, words: String) {
        do throws(AlertTextFault) {
            _ = try AlertCondition(typed: text)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.description == words)
        }
    }
}
