import Shared
import Testing

@testable import PushServer

struct ListingQuoteTests {
    /// A cache repeats a listing to everybody, even to a server that has just started.
    @Test func aSavedPriceThatTheFirstListingRepeatsKeepsItsAge() throws {
        let (made, now) = (MarketTime(seconds: 1_733_918_400), MarketTime(seconds: 1_733_936_400))
        let price = try ExactDecimal(parsing: "1")
        var quote = ListingQuote(continuing: HeardPrice(source: SourceNumber(rawValue: 1), price: price, heard: made))
        let repeated = HeardPrice(source: SourceNumber(rawValue: 1), price: price, heard: now.adding(seconds: -60))
        let isBelieved = quote.take(repeated, stamp: made, at: now, exchanges: [])
        #expect(isBelieved && quote.last?.heard == made)
        let next = HeardPrice(source: SourceNumber(rawValue: 1), price: price, heard: now)
        _ = quote.take(next, stamp: now, at: now.adding(seconds: 60), exchanges: [])
        #expect(quote.last?.heard == now, "it was made anew")
    }
}
