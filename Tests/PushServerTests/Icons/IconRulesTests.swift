import Shared
import TestSupport
import Testing

@testable import PushServer

/// Which icons are sent next.
struct IconRulesTests {
    @Test func aFewAreFetchedAtATimeInTheirOrder() {
        var requests = IconRequests()
        requests.want((1...6).map { CoinID($0) })
        #expect(begun(&requests) == [1, 2, 3, 4])
        requests.end(CoinID(2))
        #expect(begun(&requests) == [5])
    }

    @Test func aNewRequestReplacesIconsThatHaveNotBegun() {
        var requests = IconRequests()
        requests.want((1...9).map { CoinID($0) })
        _ = begun(&requests)
        requests.want([CoinID(20), CoinID(3), CoinID(21)])
        for coin in UInt32(1)...4 { requests.end(CoinID(coin)) }
        #expect(begun(&requests) == [20, 21], "3 is on its way")
    }

    @Test func anIconForAClientThatDoesNotReadIsFetchedFirstLater() {
        var requests = IconRequests()
        requests.want((1...6).map { CoinID($0) })
        _ = begun(&requests)
        requests.postpone(CoinID(3))
        requests.postpone(CoinID(1))
        #expect(begun(&requests) == [1, 3])
        requests.end(CoinID(1))
        #expect(begun(&requests) == [5])
    }

    @Test func aPostponedIconThatIsNoLongerWantedIsDropped() {
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
}

extension CoinIcon {
    /// An icon with this many bytes of data.
    static func test(_ length: Int = 0) throws -> CoinIcon {
        try #require(CoinIcon(png: TestPNG.bytes(data: Array(repeating: 7, count: length))))
    }
}
