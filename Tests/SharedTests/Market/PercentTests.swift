import Shared
import Testing

struct PercentTests {
    /// In binary, 1.005 × 100 is a little less than 100.5.
    @Test(arguments: [
        ("1.005", 101), ("-0.145", -15), ("0.004999", 0), ("1.0649999", 106), ("-2.91", -291), ("0", 0), ("12", 1200),
        ("10000000.01", 1_000_000_000), ("9000000000000000000", 1_000_000_000), ("-100.01", -10_000),
        ("-9000000000000000000", -10_000), ("0.00000000000000000000000000000001", 0),
    ])
    func percentPointsAreRoundedHalfAwayFromZero(points: String, hundredths: Int32) throws {
        #expect(Percent(try ExactDecimal(parsing: points)).hundredths == hundredths)
    }
}
