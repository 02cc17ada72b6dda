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

    /// Warns of a missing or an old rate, too.
    /// - Throws: `CurrencyFault`
    @MainActor
    func money(_ client: HeadlessClient) throws -> ShownCurrency {
        let money = try client.link.money(in: currency)
        client.warnOfRates(money)
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
