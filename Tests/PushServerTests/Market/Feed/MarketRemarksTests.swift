import Shared
import Testing

@testable import PushServer

/// The remarks about exchanges' clocks for an operator, and how often they come.
struct MarketRemarksTests {
    private let name = MarketSource.Name(.tickers, of: "Huobi")
    private let start = MarketTime(seconds: 1000)

    @Test func aClockThatIsOffIsReportedOnce() {
        var remarks = MarketRemarks()
        for offset in [480, 481, 479] { remarks.clock(of: name, isOffBy: .seconds(offset), now: start) }
        #expect(
            remarks.takeLines() == ["Huobi's clock is 480 s behind this server's; ages are measured by this server's"]
        )
        let later = start.adding(seconds: 600)
        remarks.clock(of: name, isOffBy: .seconds(-600), now: later)
        #expect(
            remarks.takeLines() == ["Huobi's clock is 600 s ahead of this server's; ages are measured by this server's"]
        )
        remarks.clock(of: name, isOffBy: .seconds(1), now: later.adding(seconds: 600))
        #expect(remarks.takeLines() == ["Huobi's clock agrees with this server's again"])
    }

    @Test func twoNodesWhoseClocksDifferAreNotReportedEachSecond() {
        var remarks = MarketRemarks()
        for second in Int64(0)..<599 {
            let offset = second.isMultiple(of: 2) ? 70 : 140
            remarks.clock(of: name, isOffBy: .seconds(offset), now: start.adding(seconds: second))
        }
        #expect(remarks.takeLines().count == 1)
    }
}
