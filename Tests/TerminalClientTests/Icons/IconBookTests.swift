import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// What is asked for is what is on the screen and missing.
struct IconBookTests {
    private let now = ContinuousClock.now

    @Test func whatIsMissingOnTheScreenIsAskedForOnce() {
        var book = IconBook()
        #expect(book.request(at: now) == nil)
        #expect(book.show(coins(1, 2, 3)) == true)
        #expect(book.show(coins(1, 2, 3)) == false)
        #expect(book.request(at: now) == coins(1, 2, 3))
        #expect(book.request(at: now) == nil, "it is on its way")
        book.receive(.test, of: CoinID(2), at: now)
        #expect(book.request(at: now) == nil)
        _ = book.show(coins(2, 3))
        #expect(book.request(at: now) == nil, "also where some have left the screen")
        _ = book.show(coins(2, 3, 4))
        #expect(book.request(at: now) == coins(3, 4))
    }

    @Test func aLateIconIsKeptForWhenItsCoinIsBack() {
        var book = IconBook()
        _ = book.show(coins(1))
        _ = book.request(at: now)
        _ = book.show(coins(2))
        book.receive(.test, of: CoinID(1), at: now)
        _ = book.show(coins(1, 2))
        #expect(book.request(at: now) == coins(2))
    }

    @Test func aCoinWithoutOneIsLeftAloneForAWhile() {
        var book = IconBook()
        _ = book.show(coins(1, 2))
        _ = book.request(at: now)
        book.receive(nil, of: CoinID(1), at: now)
        book.receive(nil, of: CoinID(2), at: now)
        #expect(book.hasAbsent)
        #expect(book.request(at: now) == nil)
        #expect(book.request(at: now + IconBook.absence) == coins(1, 2))
        #expect(!book.hasAbsent)
    }

    @Test func aNewConnectionIsAskedAnew() {
        var book = IconBook()
        _ = book.show(coins(1, 2))
        _ = book.request(at: now)
        book.receive(.test, of: CoinID(1), at: now)
        book.disconnected()
        #expect(book.request(at: now) == coins(2))
    }

    @Test func whatWasNotSeenForTheLongestTimeGoesFirst() {
        var book = IconBook()
        for coin in UInt32(1)...UInt32(IconBook.iconsMax) {
            _ = book.show([CoinID(coin)])
            book.receive(.test, of: CoinID(coin), at: now)
        }
        _ = book.show(coins(1, 9_999))
        book.receive(.test, of: CoinID(9_999), at: now)
        #expect(book[CoinID(1)] != nil && book[CoinID(9_999)] != nil)
        #expect(book[CoinID(2)] == nil && book[CoinID(3)] != nil)
    }

    private func coins(_ numbers: UInt32...) -> [CoinID] { numbers.map { CoinID($0) } }
}

extension CoinIcon {
    static let test = CoinIcon(png: TestPNG.bytes())
}
