import Testing

@testable import PushServer

struct ConnectionBookTests {
    @Test func whoComesOverTheLimitIsToldAndWhoComesFarOverItIsNot() {
        let book = ConnectionBook(max: 20, maxPerAddress: 100)
        let verdicts = (0..<24).map { book.came(from: "host \($0)") }
        #expect(verdicts.prefix(20).allSatisfy { $0 == .welcome })
        #expect(verdicts.suffix(4) == [.refused, .refused, .dropped, .dropped])
        for number in 0..<24 { book.left("host \(number)") }
        #expect(book.came(from: "host") == .welcome)
    }

    @Test func oneAddressDoesNotTakeTheRoomOfOthers() {
        let book = ConnectionBook(max: 1000, maxPerAddress: 10)
        for _ in 0..<50 { _ = book.came(from: "one") }
        #expect(book.came(from: "one") == .dropped)
        #expect(book.came(from: "other") == .welcome)
    }
}
