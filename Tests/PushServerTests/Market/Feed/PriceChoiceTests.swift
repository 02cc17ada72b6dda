import Shared
import Testing

@testable import PushServer

/// The one rule by which several exchanges price a coin.
struct PriceChoiceTests {
    private static let now = MarketTime(seconds: 1000)
    private let choice = PriceChoice()

    /// - Parameter age: in seconds.
    private func price(_ source: UInt16, age: Int64) -> HeardPrice {
        HeardPrice(source: SourceNumber(source), price: decimal("1") ?? .zero, heard: Self.now.adding(seconds: -age))
    }

    private func pick(_ exchanges: [HeardPrice], listing: HeardPrice? = nil) -> UInt16? {
        choice.pick(exchanges, listing: listing, at: Self.now)?.source.rawValue
    }

    @Test func thePreferredExchangeIsShownWhileItIsFresh() {
        #expect(pick([price(2, age: 9), price(3, age: 0)], listing: price(1, age: 0)) == 2)
    }

    @Test func theNextExchangeTakesOverAtOnceAndGivesWayAgain() {
        #expect(pick([price(2, age: 10), price(3, age: 0)], listing: price(1, age: 0)) == 3)
        #expect(pick([price(2, age: 0), price(3, age: 0)]) == 2)
    }

    @Test func theLastPriceStaysForAMinuteIfNoneIsFresh() {
        #expect(pick([price(2, age: 40), price(3, age: 30)], listing: price(1, age: 5)) == 3)
        #expect(pick([price(2, age: 70), price(3, age: 60)], listing: price(1, age: 5)) == 1)
    }

    @Test func afterAMinuteTheListingTakesOverEvenIfItIsOlder() {
        #expect(pick([price(2, age: 59)], listing: price(1, age: 300)) == 2)
        #expect(pick([price(2, age: 60)], listing: price(1, age: 300)) == 1)
    }

    @Test func aMuchOlderListingsPriceDoesNotTakeOver() {
        #expect(pick([price(2, age: 400)], listing: price(1, age: 720)) == 2)
        #expect(pick([price(2, age: 800)], listing: price(1, age: 720)) == 1)
        #expect(pick([price(2, age: 400)]) == 2)
    }

    @Test func aRarelyRequestedListingTakesOverForLonger() {
        let withKey = PriceChoice(tickerInterval: .seconds(1), listingInterval: .seconds(864))
        let picked = withKey.pick([price(2, age: 60)], listing: price(1, age: 923), at: Self.now)
        #expect(picked?.source == SourceNumber(1))
    }

    @Test func aPriceFromTheFutureIsNotFresh() {
        #expect(pick([price(2, age: -3600), price(3, age: 0)]) == 3)
        #expect(pick([price(2, age: -3600)], listing: price(1, age: 30)) == 1)
    }

    @Test func withoutAnExchangeTheListingIsShownIfThereIsOne() {
        #expect(pick([], listing: price(1, age: 99_999)) == 1)
        #expect(pick([]) == nil)
    }

    @Test func aRarelyRequestedExchangeIsFreshForLonger() {
        let slow = PriceChoice(tickerInterval: .seconds(30))
        #expect(slow.pick([price(2, age: 80)], listing: price(1, age: 0), at: Self.now)?.source == SourceNumber(2))
        #expect(slow.isFresh(price(2, age: 80), at: Self.now))
    }
}
