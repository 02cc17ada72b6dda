import Shared

extension Provider {
    /// The euro's reference rates of each working day, public and without a key (docs/PROVIDERS.md).
    package static let europeanCentralBank: Self = {
        var provider = Self(name: "European Central Bank", hosts: [.europeanCentralBank])
        provider.rates = Rates(
            currencies: [
                "EUR", "GBP", "JPY", "CHF", "CNY", "KRW", "INR", "BRL", "AUD", "CAD", "CZK", "DKK", "HKD", "HUF", "IDR",
                "ILS", "ISK", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON", "SEK", "SGD", "THB", "TRY", "ZAR",
            ],
            interval: .seconds(3600)
        ) { access in
            { known throws(ProviderError) in
                try await access.router.revision(
                    of: .europeanCentralBankRates,
                    since: known,
                    decode: ExchangeRates.init(europeanCentralBank:)
                )
            }
        }
        return provider
    }()
}

extension ProviderHost {
    package static let europeanCentralBank = Self(
        name: "ecb",
        provider: "European Central Bank",
        address: "https://www.ecb.europa.eu",
        quotas: [.europeanCentralBank]
    )
}

extension RequestQuota {
    /// The bank publishes no limit. One small file is no burden, and this limit keeps it so.
    static let europeanCentralBank = Self("ecb", .init(4, per: .seconds(60)), .init(60, per: .seconds(3600)))
}

extension Endpoint {
    /// The price of one euro in some thirty currencies, about 2 KB of XML.
    package static let europeanCentralBankRates: Self = {
        var endpoint = Self(.europeanCentralBank, path: "/stats/eurofxref/eurofxref-daily.xml").upTo(bytes: 64 << 10)
        endpoint.accepts = "application/xml, text/xml"
        return endpoint
    }()
}
