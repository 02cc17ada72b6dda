internal import SwiftProtobuf

extension ExchangeRates {
    /// Leaves out a rate that cannot be read or is not above 0. Prices in a currency without a rate are shown in USD.
    init(wire: WireRates) {
        self.init(
            source: wire.source.visible,
            day: CivilDate(daysSince1970: Int64(wire.day)),
            heard: MarketTime(wire: wire.heardMs),
            base: wire.base.visible,
            rates: Dictionary(
                wire.rates.prefix(Self.ratesMax).compactMap { rate in
                    guard let value = try? ExactDecimal(parsing: rate.rate), value > .zero else { return nil }
                    return (rate.currency.visible, value)
                },
                uniquingKeysWith: { first, _ in first }
            )
        )
    }

    /// A generous limit, because there are only some 180 currencies.
    private static let ratesMax = 1_000

    /// Sorted by name, so that equal tables have equal bytes.
    var wire: WireRates {
        .with { wire in
            wire.source = source
            wire.day = UInt32(clamping: day.daysSince1970)
            wire.heardMs = heard.wire
            wire.base = base
            wire.rates = rates.sorted { $0.key < $1.key }.map { name, rate in
                .with { ($0.currency, $0.rate) = (name, rate.plainText) }
            }
        }
    }
}

extension Currency {
    init(wire: WireCurrency) {
        self.init(wire.name.visible, coin: wire.coinID == 0 ? nil : CoinID(wire.coinID))
    }

    var wire: WireCurrency { .with { ($0.name, $0.coinID) = (name, coin?.rawValue ?? 0) } }
}
