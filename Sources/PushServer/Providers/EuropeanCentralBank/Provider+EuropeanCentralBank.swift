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
            interval: .seconds(3600),
            source: { access in
                { known throws(ProviderError) in
                    try await access.router.revision(
                        of: .europeanCentralBankRates,
                        since: known,
                        decode: EuropeanCentralBankFile.rates
                    ).map(\.rates)
                }
            },
            history: { access in
                { part throws(ProviderError) in
                    try await access.router.value(
                        of: part == .recent ? .europeanCentralBankRecentRates : .europeanCentralBankHistory,
                        decode: EuropeanCentralBankFile.history
                    ).rates
                }
            }
        )
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
    package static let europeanCentralBankRates = europeanCentralBank("daily", bytes: 64 << 10)
    /// The same for the working days of the last 90 days, about 130 KB.
    package static let europeanCentralBankRecentRates = europeanCentralBank("hist-90d", bytes: 1 << 20)
    /// The same for each working day since 1999, about 8 MB.
    package static let europeanCentralBankHistory = europeanCentralBank("hist", bytes: 24 << 20)

    private static func europeanCentralBank(_ file: String, bytes: Int) -> Self {
        var endpoint = Self(.europeanCentralBank, path: "/stats/eurofxref/eurofxref-\(file).xml").upTo(bytes: bytes)
        endpoint.accepts = "application/xml, text/xml"
        return endpoint
    }
}
