import ArgumentParser
import PushServer
import Shared

/// Where the live market comes from.
struct ProviderOptions: ParsableArguments {
    @Option(help: "How many of the best-ranked coins a live market has. (default: 1000)")
    var coins: Int?

    @Option(
        help: ArgumentHelp(
            "How many of the listing key's credits to spend per month; they decide how often the listing is requested. (default: all that its plan has, as the provider says)",
            valueName: "credits"
        )
    )
    var listingCredits: Int?

    @Option(
        help: ArgumentHelp(
            "Use this address instead of a provider's own; repeatable. The hosts are \(Self.hostNames).",
            valueName: "name=url"
        )
    )
    var providerUrl: [String] = []

    @Option(
        help: ArgumentHelp(
            "Which exchanges are asked for prices, the preferred one first, with commas between them. (default: \(Self.exchangeNames))",
            valueName: "names"
        )
    )
    var exchanges: String?

    func validate() throws {
        if let coins, !(1...MarketTable.rowsMax ~= coins) {
            throw ValidationError("--coins \(coins) is out of range; use 1 to \(MarketTable.rowsMax)")
        }
        if let listingCredits, listingCredits < 1 {
            throw ValidationError("--listing-credits \(listingCredits) is out of range; use 1 or more")
        }
        _ = try bases()
        _ = try chosenExchanges()
    }

    /// A mock market has coins of its own, counts no credits, and answers at its own address.
    func checkForMock(_ remedy: String) throws {
        let given = [
            ("--coins", coins != nil), ("--listing-credits", listingCredits != nil),
            ("--provider-url", !providerUrl.isEmpty),
        ]
        if let (name, _) = given.first(where: { $0.1 }) {
            throw ValidationError("\(name) has no effect on a mock market; leave it out, or \(remedy)")
        }
    }

    func market() throws -> ServerConfiguration.Market {
        let bases = try bases()
        let environment = bases.isEmpty ? ProviderEnvironment.production : .staging(replacing: bases)
        var market = ServerConfiguration.Market(environment: environment)
        try apply(to: &market)
        for provider in market.providers {
            if let variable = provider.key?.name { market.keys[provider.name] = try Self.key(variable) }
        }
        if let coins { market.coins = coins }
        market.pace(creditsPerMonth: listingCredits)
        return market
    }

    /// Applies the options that also hold for the mock market.
    func apply(to market: inout ServerConfiguration.Market) throws {
        if let chosen = try chosenExchanges() { market.take(exchanges: chosen) }
    }

    private static var hostNames: String { Provider.hosts.map(\.name).joined(separator: ", ") }

    private static var exchangeNames: String {
        Provider.all.filter(\.isExchange).map(\.optionName).joined(separator: ",")
    }

    private func chosenExchanges() throws -> [Provider]? {
        guard let exchanges else { return nil }
        var chosen: [Provider] = []
        for name in exchanges.split(separator: ",", omittingEmptySubsequences: false) {
            guard let exchange = Provider.all.first(where: { $0.isExchange && $0.optionName == name }) else {
                throw ValidationError("--exchanges names '\(name)'; use \(Self.exchangeNames)")
            }
            guard !chosen.contains(where: { $0.name == exchange.name }) else {
                throw ValidationError("--exchanges names \(name) twice; name it once")
            }
            chosen.append(exchange)
        }
        return chosen
    }

    private func bases() throws -> [ProviderHost: String] {
        var bases: [ProviderHost: String] = [:]
        for text in providerUrl {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, WebAddress(parts[1]) != nil else {
                throw ValidationError(
                    "--provider-url '\(text)' cannot be read; use NAME=URL with an http or https address"
                )
            }
            guard let host = Provider.hosts.first(where: { $0.name == parts[0] }) else {
                let names = Provider.hosts.map(\.name).joined(separator: ", ")
                throw ValidationError("--provider-url names '\(parts[0])'; use \(names)")
            }
            bases[host] = parts[1]
        }
        return bases
    }

    private static func key(_ variable: String) throws(ValidationError) -> APIKey? {
        do throws(APIKeyFault) {
            return try APIKey.named(variable, in: ThisProcess.environment)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
