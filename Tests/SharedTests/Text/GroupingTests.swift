import Shared
import Testing

struct GroupingTests {
    @Test(arguments: [
        ("0", "0"), ("999", "999"), ("1000", "1,000"), ("65000.5", "65,000.5"), ("0.00012345", "0.00012345"),
        ("-1234567.125", "-1,234,567.125"), ("-999", "-999"),
    ])
    func onlyTheDigitsBeforeThePointAreGrouped(number: String, text: String) throws {
        #expect(Grouping.thousands(try ExactDecimal(parsing: number)) == text)
    }
}
