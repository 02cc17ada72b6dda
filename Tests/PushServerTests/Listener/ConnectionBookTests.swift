import Testing

@testable import PushServer

struct ConnectionBookTests {
    private func book(all: Int = 1000, perAddress: Int = 1000, strangers: Int = 1000) -> ConnectionBook {
        ConnectionBook(.init(all: all, perAddress: perAddress, strangers: strangers))
    }

    @Test func whoComesOverTheLimitIsToldAndWhoComesFarOverItIsNot() {
        let book = book(all: 20, perAddress: 100)
        let verdicts = (0..<24).map { book.came(from: "host \($0)") }
        #expect(verdicts.prefix(20).allSatisfy { $0 == .welcome })
        #expect(verdicts.suffix(4) == [.refused, .refused, .dropped, .dropped])
        for number in 0..<24 { book.left("host \(number)", wasWelcomed: false) }
        #expect(book.came(from: "host") == .welcome)
    }

    @Test func oneAddressDoesNotTakeTheRoomOfOthers() {
        let book = book(perAddress: 10)
        for _ in 0..<50 { _ = book.came(from: "one") }
        #expect(book.came(from: "one") == .dropped)
        #expect(book.came(from: "other") == .welcome)
    }

    @Test func allAddressesOfAnIPv6NetworkAreOneHost() {
        let book = book(perAddress: 10)
        for number in 0..<50 { _ = book.came(from: "2001:db8:1:2::\(number)") }
        #expect(book.came(from: "2001:db8:1:2:3:4:5:6") == .dropped)
        #expect(book.came(from: "2001:db8:1:3::1") == .welcome)
    }

    @Test func strangersDoNotTakeTheRoomOfThoseWhoAreWelcome() {
        let book = book(strangers: 3)
        for _ in 0..<3 { #expect(book.came(from: "a") == .welcome) }
        #expect(book.came(from: "b") == .dropped)
        book.left("b", wasWelcomed: false)
        book.welcomed()
        #expect(book.came(from: "c") == .welcome)
        book.left("c", wasWelcomed: false)
        book.left("a", wasWelcomed: true)
        #expect(book.strangers == 2)
    }
}
