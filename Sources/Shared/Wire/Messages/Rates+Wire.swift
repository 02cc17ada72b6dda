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

extension DayRatesRequest {
    init(wire: WireDayRatesRequest) {
        self.init(
            wire.currency.visible,
            from: CivilDate(daysSince1970: Int64(wire.firstDay)),
            through: CivilDate(daysSince1970: Int64(wire.lastDay))
        )
    }

    func wire(_ number: UInt32) -> WireDayRatesRequest {
        .with { wire in
            (wire.request, wire.currency) = (number, currency)
            wire.firstDay = UInt32(clamping: first.daysSince1970)
            wire.lastDay = UInt32(clamping: last.daysSince1970)
        }
    }
}

extension DayRates {
    /// Leaves out a day whose rate cannot be read or is not above 0.
    static func result(wire: WireDayRates) -> Result<DayRates, AnswerProblem> {
        let problem = wire.problem.visible
        if !problem.isEmpty { return .failure(AnswerProblem(message: problem)) }
        let days = wire.days.compactMap { day -> Day? in
            guard day.dollars.utf8.count <= Transaction.numberMax, let dollars = BigDecimal(day.dollars),
                dollars > .zero, dollars.decimals <= Transaction.decimalsMax
            else { return nil }
            return Day(CivilDate(daysSince1970: Int64(day.day)), dollars: dollars)
        }
        return .success(DayRates(source: wire.source.visible, days: days))
    }

    static func wire(_ result: Result<DayRates, AnswerProblem>, number: UInt32) -> WireDayRates {
        .with { wire in
            wire.request = number
            switch result {
            case .failure(let problem): wire.problem = problem.message
            case .success(let rates):
                wire.source = rates.source
                wire.days = rates.days.map { day in
                    .with { ($0.day, $0.dollars) = (UInt32(clamping: day.date.daysSince1970), day.dollars.plainText) }
                }
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
