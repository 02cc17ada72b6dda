import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// Prices in the user's currency.
@MainActor
struct ShownCurrencyTests {
    private let market = MarketTable.of(.few)

    @Test func dollarsStayAsTheyAre() {
        let money = ShownCurrency(.usd, rates: .test, in: market)
        #expect(money.isUSD && money.missing == nil)
        #expect(money.priceText(market[0]) == market[0].priceText)
        #expect((money.prefix, money.suffix) == ("", ""))
    }

    @Test func aPriceKeepsItsDigits() throws {
        let euro = ShownCurrency(Currency("EUR"), rates: .test, in: market)
        #expect(euro.name == "EUR" && euro.format.symbol == "€" && euro.format.decimals == 2)
        let yen = ShownCurrency(Currency("JPY"), rates: .test, in: market)
        #expect(yen.format.decimals == 0 && yen.format.name == "Japanese Yen")
        // A euro is 1.25 dollars, and 150 yen.
        #expect(euro.decimals(2) == 2 && yen.decimals(2) == 0 && yen.decimals(8) == 6)
        for row in 0..<market.count {
            guard let price = market[row].exactPrice?.approximate else { continue }
            let told = try #require(euro.priceText(market[row]).flatMap(Double.init))
            #expect(abs(told - price / 1.25) <= price * 0.01)
        }
    }

    /// Once, a coin whose price came as a whole number had no decimals beside others that had them.
    @Test(arguments: [
        ("1", "1.00", "0.80"), ("7.5", "7.50", "6.00"), ("1.0002", "1.0002", "0.8002"),
        ("67123.45", "67123.45", "53698.76"),
    ])
    func aPriceHasAtLeastTheDecimalsOfItsCurrency(price: String, dollars: String, euros: String) throws {
        let scene = Scene([TestCoin(id: 825, symbol: "USDT", name: "Tether", price: price)])
        let table = scene.link.market.table
        #expect(ShownCurrency.usd.priceText(table[0]) == dollars)
        #expect(ShownCurrency(Currency("EUR"), rates: .test, in: table).priceText(table[0]) == euros)
        #expect(scene.pricesView.picture().contains(" \(PriceText(dollars).full) "))
        let text = PriceTable.text(of: [table[0]], in: table, at: scene.time.clock.date(), money: .usd)
        #expect(text.contains(" \(dollars) "), "\(text)")
    }

    @Test func aCoinIsACurrencyByItsPriceAndNotInThePast() throws {
        let money = ShownCurrency(.bitcoin, rates: nil, in: market)
        #expect(money.name == "BTC" && money.rates == nil)
        let row = try #require(market.row(of: CoinID(1)))
        #expect(money.priceText(market[row]).flatMap(Double.init) == 1)
        #expect(money.forHistory == .usd)
    }

    @Test func anAmountThatIsLessThanOneInBitcoinKeepsItsDigits() throws {
        let money = ShownCurrency(.bitcoin, rates: nil, in: market)
        let dollars = try #require(market.row(of: CoinID(1)).flatMap { market[$0].exactPrice?.approximate }) / 8
        #expect(ShortAmount.text(dollars, in: money) == "0.125")
        #expect(ShortAmount.text(12_345, in: .usd) == "12.3K")
    }

    @Test func withoutARateDollarsAreShownAndTheStatusLineSaysSo() {
        for rates in [nil, ExchangeRates.test] {
            let money = ShownCurrency(Currency("CHF"), rates: rates, in: market)
            #expect(money.isUSD && money.name == "USD" && money.missing == "CHF")
        }
        #expect(ShownCurrency(.bitcoin, rates: .test, in: MarketTable()).missing == "BTC")
    }

    @Test func theListFollowsTheSettingOfAnotherTerminal() throws {
        let scene = Scene()
        scene.link.rates.receive(.test)
        let before = scene.link.session.money
        #expect(before == .usd)
        _ = scene.link.user.receive(.setting { _ in .set(Settings.currency, to: "EUR") })
        #expect(scene.link.session.money.name == "EUR")
        let stranger = UserTable.setting { _ in .set(Settings.currency, to: "XAU") }
        #expect(ServerOffers.test.currency(of: stranger) == .usd, "of a newer server")
        #expect(ServerOffers().currency(of: stranger) == .usd, "an older server offers none")
    }

    @Test func theStatusLineSaysWhatIsMissingOrOld() {
        let scene = Scene(user: .setting { _ in .set(Settings.currency, to: "EUR") })
        let status = scene.tabs.status
        #expect(status.shown.sources.map(\.text).contains("no rate for EUR: prices are in USD"))
        var rates = ExchangeRates.test
        rates.day = scene.time.clock.date().date
        scene.link.rates.receive(rates)
        #expect(!status.shown.sources.map(\.text).contains { $0.contains("EUR") })
        rates.day = CivilDate(year: 2020, month: 1, day: 2)
        scene.link.rates.receive(rates)
        #expect(status.shown.sources.map(\.text).contains("EUR at old rates, from 2020-01-02"))
    }

    @Test func onlyAMissingOrOldRateIsWarnedOf() {
        let now = ExchangeRates.test.heard
        let old = now.adding(seconds: 7 * 86_400)
        let money = { (currency: Currency) in ShownCurrency(currency, rates: .test, in: market) }
        #expect(money(Currency("EUR")).warning(at: now) == nil)
        #expect(money(Currency("EUR")).warning(at: old) == .oldRates(currency: "EUR", day: "2023-11-14"))
        #expect(money(Currency("CHF")).warning(at: now) == .noRate(currency: "CHF"))
        #expect([Currency.usd, .bitcoin].allSatisfy { money($0).warning(at: old) == nil }, "they need no table")
    }

    @Test func candlesAreConvertedAllOrNone() throws {
        let candles = [Candle].walk(30)
        let euro = ShownCurrency(Currency("EUR"), rates: .test, in: market)
        let converted = try #require(euro.converted(candles))
        #expect(converted.map(\.time) == candles.map(\.time) && converted.map(\.volume) == candles.map(\.volume))
        for (one, other) in zip(candles, converted) {
            #expect(abs(other.close.approximate * 1.25 - one.close.approximate) < 0.02 * one.close.approximate)
            #expect(other.low <= other.high)
        }
        var kept = ConvertedCandles()
        for part in [candles, Array(candles.dropLast())] {
            let expected = try #require(euro.converted(part))
            #expect(kept.converted(part, to: euro).candles == expected, "reading needs nothing kept")
            kept.keep(part, in: euro)
            #expect(kept.converted(part, to: euro).candles == expected)
            #expect(kept.converted(part, to: .usd).candles == part)
        }
    }
}

extension ExchangeRates {
    /// A euro is 1.25 dollars, and 150 yen.
    static let test = ExchangeRates(
        source: "European Central Bank",
        day: CivilDate(year: 2023, month: 11, day: 14),
        heard: MarketTime(seconds: 1_700_000_000),
        base: "EUR",
        rates: ["USD": 1.25, "JPY": 150].compactMapValues { try? ExactDecimal(parsing: "\($0)") }
    )
}
