import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The title of the chart of values, and the remarks beside it.
struct HistoryTitleTests {
    private let day = CivilDate(daysSince1970: 19_783)

    private func title(_ remarks: [HistoryRemark], room: Int) -> HistoryTitle {
        HistoryTitle(in: "USD", remarks, room: room)
    }

    @Test func aWideTitleIsWhole() {
        let title = title([.pricesBegin(day)], room: 80)
        #expect(title.detail == " at the end of each day, USD" && title.remarks == "no prices before \(day)")
    }

    @Test func theTitleIsShortenedBeforeItsRemark() {
        #expect(title([.pricesBegin(day)], room: 61).detail == ", USD")
        #expect(title([.pricesBegin(day)], room: 38).detail == "")
        for room in 34...80 { #expect(title([.pricesBegin(day)], room: room).remarks == "no prices before \(day)") }
    }

    /// Once, the narrowest chart beside the rows showed `…`, and a wider one `no prices before 202…`.
    @Test(arguments: 28...120)
    func theDayIsThereAtEachWidthAndNoWordIsCut(room: Int) {
        let remarks: [HistoryRemark] = [
            .delayed(symbols: ["ATOM", "DOGE"]), .pricesBegin(day), .daysWithoutPrice(12, symbols: ["SHIB"]),
        ]
        let title = title(remarks, room: room)
        #expect(title.remarks.contains("\(day)"))
        #expect(HistoryTitle.subject.count + title.detail.count + 2 + title.remarks.count <= room)
        let words = Set(remarks.flatMap { "\($0) \($0.brief)".split(whereSeparator: { " ,;:…".contains($0) }) })
        for word in title.remarks.split(whereSeparator: { " ,;:…".contains($0) }) { #expect(words.contains(word)) }
    }

    @Test func withoutRemarksTheWholeTitleStays() {
        #expect(title([], room: 33).detail == " at the end of each day, USD")
        #expect(title([], room: 32).detail == ", USD")
    }
}
