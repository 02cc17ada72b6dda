import Shared
import TestSupport
import Testing

@testable import PushServer

/// Which icons are kept, and which are sent next.
struct IconRulesTests {
    // MARK: The shelf

    @Test func whatDoesNotFitTakesThePlaceOfWhatWasWantedLongestAgo() throws {
        let (small, large) = (try icon(10), try icon(200))
        var shelf = IconShelf(bytesMax: 3 * small.png.count)
        for coin in UInt32(1)...3 { shelf.keep(small, of: CoinID(coin), at: testTime) }
        let first = shelf.icon(of: CoinID(1))
        #expect(first?.icon == small)
        shelf.keep(small, of: CoinID(4), at: testTime)
        let kept = (1...4).filter { shelf.icon(of: CoinID($0)) != nil }
        #expect(kept == [1, 3, 4])
        #expect(shelf.bytes == 3 * small.png.count)
        shelf.keep(large, of: CoinID(5), at: testTime)
        #expect(shelf.count == 0 && shelf.bytes == 0, "larger than the shelf")
    }

    @Test func aNewIconTakesThePlaceOfTheOld() throws {
        var shelf = IconShelf(bytesMax: 1000)
        shelf.keep(try icon(10), of: CoinID(1), at: testTime)
        let new = try icon(20)
        shelf.keep(new, of: CoinID(1), at: testTime.adding(seconds: 5))
        #expect(shelf.count == 1 && shelf.bytes == new.png.count)
        let since = shelf.icon(of: CoinID(1))?.since
        #expect(since == testTime.adding(seconds: 5))
    }

    // MARK: Requests

    @Test func aFewAreFetchedAtATimeInTheirOrder() {
        var requests = IconRequests()
        requests.want((1...6).map { CoinID($0) })
        #expect(begun(&requests) == [1, 2, 3, 4])
        requests.end(CoinID(2))
        #expect(begun(&requests) == [5])
    }

    @Test func whatIsWantedLaterTakesThePlaceOfWhatHasNotBegun() {
        var requests = IconRequests()
        requests.want((1...9).map { CoinID($0) })
        _ = begun(&requests)
        requests.want([CoinID(20), CoinID(3), CoinID(21), CoinID(20)])
        for coin in UInt32(1)...4 { requests.end(CoinID(coin)) }
        #expect(begun(&requests) == [20, 21], "3 is on its way, and 20 is one")
    }

    @Test func whatComesToATerminalThatDoesNotReadIsNextOnceItReads() {
        var requests = IconRequests()
        requests.want((1...6).map { CoinID($0) })
        _ = begun(&requests)
        requests.postpone(CoinID(3))
        requests.postpone(CoinID(1))
        #expect(begun(&requests) == [1, 3])
        requests.end(CoinID(1))
        #expect(begun(&requests) == [5])
    }

    @Test func whatIsPostponedAndNotWantedAnyMoreIsForgotten() {
        var requests = IconRequests()
        requests.want([CoinID(1), CoinID(2)])
        _ = begun(&requests)
        requests.want([CoinID(2)])
        requests.postpone(CoinID(1))
        requests.postpone(CoinID(2))
        #expect(begun(&requests) == [2])
    }

    private func begun(_ requests: inout IconRequests) -> [UInt32] {
        var coins: [UInt32] = []
        while let coin = requests.begin() { coins.append(coin.rawValue) }
        return coins
    }

    private func icon(_ length: Int) throws -> CoinIcon { try .test(length) }
}

extension CoinIcon {
    /// With so many bytes of data.
    static func test(_ length: Int = 0) throws -> CoinIcon {
        try #require(CoinIcon(png: TestPNG.bytes(data: Array(repeating: 7, count: length))))
    }
}
