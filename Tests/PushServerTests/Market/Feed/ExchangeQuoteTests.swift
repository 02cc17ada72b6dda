import Shared
import Testing

@testable import PushServer

/// Whether a price of an exchange is believed to be a coin's.
struct ExchangeQuoteTests {
    private static let start = MarketTime(seconds: 1000)
    private var quote = ExchangeQuote(SourceNumber(2))

    private func price(_ text: String) -> ExactDecimal { decimal(text) ?? .zero }

    /// - Parameter said: the time of the others' prices.
    private mutating func take(
        _ text: String,
        second: Int64 = 0,
        others: [Double] = [],
        said: Int64 = -60
    ) -> ExchangeQuote.Verdict {
        let now = Self.start.adding(seconds: second)
        let others = others.map { other in
            HeardPrice(source: SourceNumber(3), price: price("\(other)"), heard: Self.start.adding(seconds: said))
        }
        return quote.follow(price(text), at: now) ? .taken : quote.judge(price(text), at: now, others: others)
    }

    @Test(arguments: [(5.0, true), (2.6, true), (10.0, false), (2.4, false)])
    mutating func aFirstPriceMustAgreeWithWhatOthersSay(other: Double, isTaken: Bool) {
        #expect(take("5", others: [other]) == (isTaken ? .taken : .refused))
        #expect(quote.isProved == isTaken)
        #expect(quote.isRefused == !isTaken)
    }

    @Test mutating func oneAgreeingSourceIsEnough() {
        #expect(take("5", others: [500, 5.1]) == .taken)
    }

    @Test mutating func withoutAnotherPriceTheSymbolIsBelievedUntilThereIsOne() {
        #expect(take("130.5") == .taken)
        #expect(!quote.isProved)
        let isOther = quote.compare(with: 5, made: Self.start, at: Self.start)
        #expect(isOther)
        #expect(quote.last == nil)
        #expect(take("130.5", others: [5]) == .refused)
        #expect(take("5.1", others: [5]) == .taken, "the pair may be given to this coin")
    }

    @Test mutating func aPriceThatJumpsWaitsForTheNext() {
        _ = take("100", others: [100])
        #expect(take("501", second: 1, others: [100]) == .waits)
        #expect(quote.last?.price == price("100"))
        #expect(quote.last?.heard == Self.start, "and does not keep the old one fresh")
        #expect(take("499", second: 2, others: [100]) == .taken)
    }

    @Test mutating func aJumpThatALaterPriceContradictsIsHeldBack() {
        _ = take("100", others: [100])
        #expect(take("2600", second: 1, others: [100], said: 1) == .waits)
        for second in Int64(2)...9 {
            #expect(take("2600", second: second, others: [100, 99], said: second) == .waits, "after \(second) s")
        }
        #expect(quote.last?.price == price("100") && quote.isProved, "and the pair stays")
        #expect(take("2600", second: 10, others: [100, 2500], said: 10) == .taken, "somebody agrees")
    }

    @Test mutating func aJumpThatIsContradictedAfterItWasShownIsHeldBackUntilItIsConfirmed() {
        _ = take("100", others: [100])
        for second in Int64(1)...2 { _ = take("10", second: second, others: [100], said: 0) }
        #expect(quote.last?.price == price("10"))
        #expect(take("10.1", second: 3, others: [100], said: 3) == .waits)
        #expect(quote.last == nil && quote.isProved)
        #expect(take("10.2", second: 4, others: [100], said: 3) == .waits)
        #expect(take("10.3", second: 60, others: [11], said: 59) == .taken)
        #expect(take("10.4", second: 61) == .taken)
    }

    @Test mutating func aListingThatContradictsAJumpHidesItAndLaterRemovesThePair() {
        _ = take("100", others: [100])
        for second in Int64(1)...2 { _ = take("10", second: second, others: [100]) }
        for second in [Int64(5), 65, 125] {
            let now = Self.start.adding(seconds: second)
            let isOther = quote.compare(with: 100, made: now, at: now)
            #expect(!isOther && quote.last == nil && quote.isProved, "after \(second) s it may lag")
        }
        let last = Self.start.adding(seconds: 185)
        let isOther = quote.compare(with: 100, made: last, at: last)
        #expect(isOther)
    }

    @Test mutating func twoJumpsThatDisagreeAreTwoJumps() {
        _ = take("100", others: [100])
        #expect(take("100000", second: 1) == .waits)
        #expect(take("1", second: 2) == .waits)
        #expect(take("1.1", second: 3) == .taken)
    }

    @Test mutating func aLaggingListingRemovesNoProvedPair() {
        _ = take("100", others: [100])
        _ = take("40", second: 60)
        var isOther = quote.compare(with: 100, made: Self.start, at: Self.start.adding(seconds: 61))
        #expect(!isOther)
        isOther = quote.compare(with: 41, made: Self.start, at: Self.start.adding(seconds: 121))
        #expect(!isOther)
        #expect(quote.last?.price == price("40"))
    }

    @Test mutating func aLastingDisagreementIsNoLag() {
        _ = take("100", others: [100])
        for second in [Int64(0), 60, 120] {
            let now = Self.start.adding(seconds: second)
            let isOther = quote.compare(with: 1, made: now, at: now)
            #expect(!isOther)
        }
        let last = Self.start.adding(seconds: 180)
        let isOther = quote.compare(with: 1, made: last, at: last)
        #expect(isOther)
    }

    @Test mutating func aRepeatedListingIsNoLastingDisagreement() {
        _ = take("100", others: [100])
        _ = take("40", second: 5)
        for second in stride(from: Int64(10), through: 910, by: 60) {
            let isOther = quote.compare(with: 100, made: Self.start, at: Self.start.adding(seconds: second))
            #expect(!isOther, "after \(second) s")
        }
    }

    @Test mutating func aProvedPairStaysProvedAfterAnAnswerWithoutAPrice() {
        _ = take("100", others: [100])
        _ = take("40", second: 1, others: [100])
        let isLost = quote.lose()
        #expect(isLost && quote.last == nil)
        #expect(take("40.1", second: 3, others: [100]) == .taken)
        #expect(quote.isProved && !quote.isRefused)
    }

    @Test mutating func aWithdrawnJumpIsForgotten() {
        _ = take("100", others: [100])
        for second in Int64(1)...2 { _ = take("600", second: second, others: [100]) }
        for second in Int64(3)...4 { _ = take("101", second: second, others: [100]) }
        _ = take("40", second: 60, others: [100])
        let now = Self.start.adding(seconds: 65)
        let isOther = quote.compare(with: 100, made: now, at: now)
        #expect(!isOther, "only a lag")
    }
}
