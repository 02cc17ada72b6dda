import ArgumentParser
import Shared
import TerminalClient

/// The currency in which prices are printed.
struct CurrencyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Print prices in this currency, such as EUR. (default: the currency in your settings)",
            valueName: "name"
        )
    )
    var currency: String?

    /// - Throws: `CurrencyFault`
    @MainActor
    func money(_ client: HeadlessClient) throws -> ShownCurrency {
        let money = try client.link.money(in: currency)
        if let missing = money.missing {
            StandardError.tell(StatusWords.noRate(currency: missing))
        } else if let rates = money.rates, rates.isOld(at: client.link.serverTime) {
            StandardError.tell(StatusWords.oldRates(currency: money.name, day: "\(rates.day)"))
        }
        return money
    }

    /// The currency for figures of the past.
    /// - Throws: `CurrencyFault`
    @MainActor
    func pastMoney(_ client: HeadlessClient) throws -> ShownCurrency {
        let money = try money(client)
        if currency != nil, money.currency.coin != nil { throw CurrencyFault.noHistory(money.name) }
        return money.currency.coin == nil ? money : .usd
    }
}
