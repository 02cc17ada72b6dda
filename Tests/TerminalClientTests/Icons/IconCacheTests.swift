import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// The cache requests the missing icons of the coins on the screen.
struct IconCacheTests {
    private let now = ContinuousClock.now

    @Test func missingIconsOnTheScreenAreRequestedOnce() {
        var cache = IconCache()
        #expect(cache.request(at: now) == nil)
        #expect(cache.show(coins(1, 2, 3)) == true)
        #expect(cache.show(coins(1, 2, 3)) == false)
        #expect(cache.request(at: now) == coins(1, 2, 3))
        #expect(cache.request(at: now) == nil, "it is on its way")
        cache.receive(.test, of: CoinID(2), at: now)
        #expect(cache.request(at: now) == nil)
        _ = cache.show(coins(2, 3))
        #expect(cache.request(at: now) == nil, "also where some have left the screen")
        _ = cache.show(coins(2, 3, 4))
        #expect(cache.request(at: now) == coins(3, 4))
    }

    @Test func aLateIconIsKeptForWhenItsCoinIsBack() {
        var cache = IconCache()
        _ = cache.show(coins(1))
        _ = cache.request(at: now)
        _ = cache.show(coins(2))
        cache.receive(.test, of: CoinID(1), at: now)
        _ = cache.show(coins(1, 2))
        #expect(cache.request(at: now) == coins(2))
    }

    @Test func aCoinWithoutAnIconIsNotRequestedForAWhile() {
        var cache = IconCache()
        _ = cache.show(coins(1, 2))
        _ = cache.request(at: now)
        cache.receive(nil, of: CoinID(1), at: now)
        cache.receive(nil, of: CoinID(2), at: now)
        #expect(cache.hasAbsent)
        #expect(cache.request(at: now) == nil)
        #expect(cache.request(at: now + IconCache.absence) == coins(1, 2))
        #expect(!cache.hasAbsent)
    }

    @Test func aNewConnectionGetsTheRequestAgain() {
        var cache = IconCache()
        _ = cache.show(coins(1, 2))
        _ = cache.request(at: now)
        cache.receive(.test, of: CoinID(1), at: now)
        cache.disconnected()
        #expect(cache.request(at: now) == coins(2))
    }

    @Test func theLeastRecentlySeenIconIsDroppedFirst() {
        var cache = IconCache()
        for coin in UInt32(1)...UInt32(IconCache.iconsMax) {
            _ = cache.show([CoinID(coin)])
            cache.receive(.test, of: CoinID(coin), at: now)
        }
        _ = cache.show(coins(1, 9_999))
        cache.receive(.test, of: CoinID(9_999), at: now)
        #expect(cache[CoinID(1)] != nil && cache[CoinID(9_999)] != nil)
        #expect(cache[CoinID(2)] == nil && cache[CoinID(3)] != nil)
    }

    private func coins(_ numbers: UInt32...) -> [CoinID] { numbers.map { CoinID($0) } }
}

extension CoinIcon {
    static let test = CoinIcon(png: TestPNG.bytes())
}
