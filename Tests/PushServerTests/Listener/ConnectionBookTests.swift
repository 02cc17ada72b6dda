import Shared
import Testing

@testable import PushServer

struct ConnectionBookTests {
    private func book(
        all: Int = 1000,
        perAddress: Int = 1000,
        strangers: Int = 1000,
        strangersPerAddress: Int = 1000
    ) -> ConnectionBook {
        var limits = SessionLimits()
        (limits.connections, limits.connectionsPerAddress) = (all, perAddress)
        (limits.handshakes, limits.handshakesPerAddress) = (strangers, strangersPerAddress)
        return ConnectionBook(limits)
    }

    @Test func whoComesOverTheLimitIsToldAndWhoComesFarOverItIsNot() {
        let book = book(all: 20, perAddress: 100)
        let verdicts = (0..<24).map { book.came(from: "host \($0)") }
        #expect(verdicts.prefix(20).allSatisfy { $0 == .welcome })
        #expect(verdicts.suffix(4) == [.refused, .refused, .dropped(.connections), .dropped(.connections)])
        for number in 0..<24 { book.left("host \(number)", wasWelcomed: false) }
        #expect(book.came(from: "host") == .welcome)
    }

    @Test func oneAddressDoesNotTakeTheRoomOfOthers() {
        let book = book(perAddress: 10)
        for _ in 0..<50 { _ = book.came(from: "one") }
        #expect(book.came(from: "one") == .dropped(.connectionsOfAddress))
        #expect(book.came(from: "other") == .welcome)
    }

    @Test func allAddressesOfAnIPv6NetworkAreOneHost() {
        let book = book(perAddress: 10)
        for number in 0..<50 { _ = book.came(from: "2001:db8:1:2::\(number)") }
        #expect(book.came(from: "2001:db8:1:2:3:4:5:6") == .dropped(.connectionsOfAddress))
        #expect(book.came(from: "2001:db8:1:3::1") == .welcome)
    }

    @Test func strangersDoNotTakeTheRoomOfThoseWhoAreWelcome() {
        let book = book(strangers: 3)
        for _ in 0..<3 { #expect(book.came(from: "a") == .welcome) }
        #expect(book.came(from: "b") == .dropped(.handshakes))
        book.left("b", wasWelcomed: false)
        book.welcomed("a")
        #expect(book.came(from: "c") == .welcome)
        book.left("c", wasWelcomed: false)
        book.left("a", wasWelcomed: true)
        #expect(book.strangers == 2)
    }

    /// A few addresses that do not speak held the room of all strangers once.
    @Test(arguments: [1, 4, 10, 30])
    func whileAFewHostsTakeAllTheyCanThereIsRoomForTheNext(hosts: Int) {
        let book = book(all: 100_000, perAddress: 10_000, strangers: 4000, strangersPerAddress: 400)
        for _ in 0..<20 {
            for host in 0..<hosts {
                for _ in 0..<40 where book.came(from: "host \(host)") != .welcome {
                    // What is dropped is closed at once.
                    book.left("host \(host)", wasWelcomed: false)
                }
            }
        }
        for _ in 0..<3 { #expect(book.came(from: "somebody else") == .welcome) }
        #expect(book.strangers > min(hosts * 200, 1999), "that much is used")
    }

    @Test func oneHostHasAllThatItMayWhileThereIsRoomEnough() {
        let book = book(strangers: 40, strangersPerAddress: 4)
        for host in 1...4 {
            let verdicts = (0..<100).map { _ in book.came(from: "192.0.2.\(host)") }
            #expect(verdicts.prefix(4).allSatisfy { $0 == .welcome })
            #expect(verdicts.dropFirst(4).allSatisfy { $0 != .welcome })
            for _ in 4..<100 { book.left("192.0.2.\(host)", wasWelcomed: false) }
        }
        #expect(book.came(from: "198.51.100.1") == .welcome)
    }

    @Test func whoIsWelcomeMakesRoomForTheNextOneOfTheSameAddress() {
        let book = book(strangersPerAddress: 1)
        for _ in 0..<50 {
            #expect(book.came(from: "office") == .welcome)
            book.welcomed("office")
        }
        #expect(book.came(from: "office") == .welcome)
        #expect(book.came(from: "office") == .dropped(.handshakesOfAddress))
        for _ in 0..<50 { book.left("office", wasWelcomed: true) }
        for _ in 0..<2 { book.left("office", wasWelcomed: false) }
        #expect(book.strangers == 0)
        #expect(book.came(from: "office") == .welcome)
    }
}
