import Shared
import Testing

@testable import PushServer

/// Alerts on the value and the profit of all holdings.
struct HoldingAlertTests {
    private static let (one, two) = (CoinID(1), CoinID(2))
    private let above = Alert.test(.holdings(.value, limit: 500, isRise: true), coin: .holdings)

    private func bought(
        _ amount: Int,
        of coin: CoinID,
        at price: Int,
        id: UInt64,
        in currency: String = "USD",
        dollarRate: Int? = nil
    ) throws -> Transaction {
        func number(_ value: Int) throws -> BigDecimal { try #require(BigDecimal("\(value)")) }
        return Transaction(
            TransactionID(rawValue: id),
            .bought,
            try number(amount),
            of: coin,
            money: .price(try number(price)),
            in: currency,
            dollarRate: try dollarRate.map(number),
            at: MarketTime(seconds: 1_700_000_000)
        )
    }

    /// The user holds one of the first coin and two of the second, worth 400 together, and an alert that is armed.
    private func armed(_ alert: Alert) throws -> AlertStage {
        var stage = AlertStage(coins: 2)
        let purchases = [try bought(1, of: Self.one, at: 100, id: 1), try bought(2, of: Self.two, at: 150, id: 2)]
        try stage.change { _ in Mutation(Mutation.put(purchases).changes + Mutation.add(alert).changes) }
        stage.poll([Self.one: 100, Self.two: 150])
        #expect(stage.state(alert) == nil, "one poll tells nothing")
        stage.poll([Self.one: 100, Self.two: 150])
        #expect(stage.state(alert) == .armed)
        return stage
    }

    @Test func theValueFiresAtTheSecondPollAndIsReported() throws {
        var stage = try armed(above)
        stage.poll([Self.one: 100, Self.two: 200])
        #expect(stage.events().isEmpty)
        stage.poll([Self.one: 101, Self.two: 200])
        let event = try #require(stage.events().first)
        #expect(event.coin == .holdings && event.price == 501 && event.source.isEmpty && !event.whileDown)
        stage.poll([Self.one: 100, Self.two: 100])
        for _ in 0..<5 { stage.poll([Self.one: 100, Self.two: 300]) }
        #expect(stage.events().count == 1, "it rests until the user arms it again")
    }

    @Test func aSinglePrintOfOneCoinDoesNotFireEvenIfOtherPricesCome() throws {
        var stage = AlertStage(coins: 2)
        let purchases = [try bought(1, of: Self.one, at: 100, id: 1), try bought(2, of: Self.two, at: 150, id: 2)]
        try stage.change { _ in Mutation(Mutation.put(purchases).changes + Mutation.add(above).changes) }
        for _ in 0..<2 {
            stage.poll([Self.one: 100])
            stage.poll([Self.two: 150], by: AlertStage.binance)
        }
        #expect(stage.state(above) == .armed)
        stage.poll([Self.one: 1000])
        for _ in 0..<3 { stage.poll([Self.two: 150], by: AlertStage.binance) }
        stage.poll([Self.one: 100])
        #expect(stage.events().isEmpty)
    }

    @Test func aChangeOfSourceNeedsTwoPollsOfTheNewOne() throws {
        var stage = try armed(above)
        stage.poll([Self.one: 300, Self.two: 150])
        stage.poll([Self.one: 300], by: AlertStage.binance)
        #expect(stage.events().isEmpty)
        stage.poll([Self.one: 300], by: AlertStage.binance)
        #expect(stage.events().map(\.price) == [600])
    }

    @Test func theProfitMayFallBelowALossAndRepeats() throws {
        let loss = Alert.test(.holdings(.profit, limit: -100, isRise: false), coin: .holdings, repeats: true)
        var stage = try armed(loss)
        for _ in 0..<2 { stage.poll([Self.one: 100, Self.two: 100.01]) }
        #expect(stage.events().isEmpty)
        for _ in 0..<2 { stage.poll([Self.one: 100, Self.two: 100]) }
        #expect(stage.events().map(\.price) == [-100])
        stage.pass(.seconds(301))
        for _ in 0..<2 { stage.poll([Self.one: 100, Self.two: 100.4]) }
        for _ in 0..<2 { stage.poll([Self.one: 100, Self.two: 99]) }
        #expect(stage.events().count == 1, "0.8 % is too little")
        for _ in 0..<4 { stage.poll([Self.one: 100, Self.two: 101]) }
        for _ in 0..<2 { stage.poll([Self.one: 100, Self.two: 99]) }
        #expect(stage.events().map(\.price) == [-100, -102])
    }

    @Test func aPurchaseCountsWithoutArmingTheAlertAgain() throws {
        var stage = try armed(above)
        let purchase = try bought(1, of: Self.one, at: 100, id: 3)
        try stage.change { _ in .put([purchase]) }
        #expect(stage.state(above) == .armed)
        stage.poll([Self.one: 100, Self.two: 150])
        #expect(stage.events().map(\.price) == [500], "two polls have told both prices before")
    }

    @Test func theTotalIsUnknownUntilEachCoinHasTwoPollsAfterAStart() throws {
        var stage = try armed(above)
        stage.restart()
        for _ in 0..<5 { stage.poll([Self.one: 1000]) }
        #expect(stage.events().isEmpty)
        for _ in 0..<2 { stage.poll([Self.one: 1000, Self.two: 150]) }
        #expect(stage.events().map(\.whileDown) == [true])
    }

    @Test func coinsThatTheMarketDoesNotListHaveNoValue() throws {
        var stage = AlertStage(coins: 2)
        let purchases = [try bought(1, of: Self.one, at: 100, id: 1), try bought(1, of: CoinID(77), at: 1, id: 2)]
        try stage.change { _ in Mutation(Mutation.put(purchases).changes + Mutation.add(above).changes) }
        stage.poll(100, times: 2)
        #expect(stage.state(above) == .armed)
        stage.poll(500, times: 2)
        #expect(stage.events().map(\.price) == [500])
    }

    // MARK: Other currencies

    @Test func aPriceInAnotherCurrencyIsConvertedByTheTableOfRates() throws {
        let alert = Alert.test(.priceAbove(50), currency: "EUR")
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.poll(90, times: 5)
        #expect(stage.state(alert) == nil, "without a rate the condition is unknown")
        stage.rates(dollarsPerEuro: 2)
        stage.poll(99.9, times: 2)
        #expect(stage.state(alert) == .armed)
        stage.rates(dollarsPerEuro: 2.5)
        stage.poll(120, times: 2)
        #expect(stage.events().isEmpty, "these are 48 euros")
        stage.poll(125, times: 2)
        let event = try #require(stage.events().first)
        #expect(event.price == 50 && event.currency == "EUR" && event.rateDay == stage.now.date && !event.isRateOld)
    }

    /// The first coin is Bitcoin.
    @Test func aLimitInACoinFiresWhicheverOfBothPricesMoves() throws {
        let alert = Alert.test(.priceAbove(0.05), coin: Self.two, currency: "BTC", repeats: true)
        var stage = AlertStage(coins: 2)
        try stage.change { _ in .add(alert) }
        for _ in 0..<2 { stage.poll([Self.one: 60_000, Self.two: 2999]) }
        #expect(stage.state(alert) == .armed)
        stage.poll([Self.one: 30_000, Self.two: 2999])
        stage.poll([Self.one: 60_000, Self.two: 2999])
        stage.poll([Self.one: 60_000, Self.two: 2999])
        #expect(stage.events().isEmpty, "one print of the other coin")
        for _ in 0..<2 { stage.poll([Self.one: 59_980, Self.two: 2999]) }
        let event = try #require(stage.events().first)
        #expect(event.price == 0.05 && event.currency == "BTC" && event.rateDay == nil && event.coin == Self.two)
        stage.pass(.seconds(301))
        // 1 % below the limit.
        for _ in 0..<2 { stage.poll([Self.one: 60_000, Self.two: 2970]) }
        for _ in 0..<2 { stage.poll([Self.one: 60_000, Self.two: 3030]) }
        #expect(stage.events().map(\.price) == [0.05, 0.0505])
    }

    @Test func aLimitInACoinIsUnknownWithoutItsPrice() throws {
        let alert = Alert.test(.priceBelow(0.05), coin: Self.two, currency: "BTC")
        var stage = AlertStage(coins: 2)
        try stage.change { _ in .add(alert) }
        for _ in 0..<5 { stage.poll([Self.two: 3000]) }
        #expect(stage.state(alert) == nil)
        stage.restart()
        for _ in 0..<2 { stage.poll([Self.one: 50_000, Self.two: 3000]) }
        #expect(stage.state(alert) == .armed)
    }

    @Test func aProfitInACoinUsesCostsInThatCoinUnchanged() throws {
        let alert = Alert.test(.holdings(.profit, limit: 1, isRise: true), coin: .holdings, currency: "BTC")
        var stage = AlertStage(coins: 2)
        let purchases = [
            try bought(1, of: Self.two, at: 1, id: 1, in: "BTC", dollarRate: 7),
            try bought(1, of: Self.two, at: 100, id: 2), try bought(1, of: Self.one, at: 50, id: 3),
        ]
        try stage.change { _ in Mutation(Mutation.put(purchases).changes + Mutation.add(alert).changes) }
        // Worth 1 and 2 times 1.2 coins, for 1 coin and 150 dollars, which are 1.5 coins: a profit of 0.9.
        for _ in 0..<2 { stage.poll([Self.one: 100, Self.two: 120]) }
        #expect(stage.state(alert) == .armed)
        for _ in 0..<2 { stage.poll([Self.one: 100, Self.two: 126]) }
        #expect(stage.events().map(\.price) == [1.02])
    }

    @Test func anOldRateCountsAndTheEventNamesItsDay() throws {
        let alert = Alert.test(.priceAbove(50), currency: "EUR")
        var stage = AlertStage()
        try stage.change { _ in .add(alert) }
        stage.rates(dollarsPerEuro: 2)
        let day = stage.now.date
        stage.poll(99, times: 2)
        stage.pass(.seconds(20 * 86_400))
        stage.poll(100, times: 2)
        let event = try #require(stage.events().first)
        #expect(event.rateDay == day && event.isRateOld)
    }

    @Test func aProfitInAnotherCurrencyUsesCostsInThatCurrencyUnchanged() throws {
        let alert = Alert.test(.holdings(.profit, limit: 30, isRise: true), coin: .holdings, currency: "EUR")
        var stage = AlertStage()
        let purchases = [
            try bought(1, of: Self.one, at: 40, id: 1, in: "EUR", dollarRate: 3),
            try bought(1, of: Self.one, at: 80, id: 2),
        ]
        try stage.change { _ in Mutation(Mutation.put(purchases).changes + Mutation.add(alert).changes) }
        stage.rates(dollarsPerEuro: 2)
        // 100 euros in all, for 40 euros and 80 dollars, which are 40 euros now.
        stage.poll(100, times: 2)
        #expect(stage.state(alert) == .armed)
        stage.poll(110, times: 2)
        #expect(stage.events().map(\.price) == [30])
    }
}
