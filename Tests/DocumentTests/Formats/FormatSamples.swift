import TestSupport

@testable import Shared
@testable import TerminalClient

/// One report of each command, of which only the fields count.
@MainActor
enum FormatSamples {
    /// A table of fields in docs/FORMATS.md.
    struct Part {
        let title: String
        let fields: [ReportSchema.Field]
    }

    struct Command {
        let name: String
        /// What `--format json` prints.
        let document: String
        let rows: [ReportSchema.Field]
        /// The objects around and inside of the rows.
        var parts: [Part] = []
    }

    static func commands() throws -> [Command] {
        let quotes = try rows(QuoteReport.self, fullQuote, bareQuote)
        let favorites = try rows(FavoriteReport.self, list.coins[0])
        let hours = Part(title: "`closes_7d`", fields: try ReportSchema(hour).fields)
        return [
            Command(name: "tickwire prices", document: "a list of rows", rows: quotes, parts: [hours]),
            Command(name: "tickwire favorites", document: "a list of rows", rows: favorites),
            Command(name: "tickwire lists", document: "a list of rows", rows: try rows(ListReport.self, list)),
            Command(
                name: "tickwire lists show",
                document: "an object with `name` and the rows in `coins`",
                rows: favorites
            ),
            Command(
                name: "tickwire candles",
                document: "an object with the rows in `candles`",
                rows: try rows(CandleReport.Row.self, candles.candles[0]),
                parts: [Part(title: "The object", fields: try ReportSchema(candles).fields)]
            ),
            Command(
                name: "tickwire detail",
                document: "the one row",
                rows: try rows(DetailReport.self, detail),
                parts: [Part(title: "`links`", fields: try ReportSchema(detail.links[0]).fields)]
            ),
            Command(
                name: "tickwire holdings",
                document: "an object with the rows in `holdings`",
                rows: try rows(HoldingsReport.Row.self, holdings.holdings[0]),
                parts: [
                    Part(title: "The object", fields: try ReportSchema(holdings).fields),
                    Part(title: "`totals`", fields: try ReportSchema(holdings.totals).fields),
                ]
            ),
            Command(
                name: "tickwire holdings list",
                document: "a list of rows",
                rows: try rows(TransactionReport.Row.self, TransactionReport([purchase], in: market).rows[0])
            ),
            Command(
                name: "tickwire alerts",
                document: "an object with the rows in `alerts`",
                rows: try rows(AlertReport.self, alerts.alerts[0]),
                parts: [
                    Part(title: "The object", fields: try ReportSchema(alerts).fields),
                    Part(title: "`fired`", fields: try ReportSchema(AlertEventReport(event, in: market)).fields),
                ]
            ),
            Command(
                name: "tickwire alerts ways",
                document: "a list of rows",
                rows: try rows(DeliveryReport.self, DeliveryReport(way, of: user, secrets: true))
            ),
            Command(
                name: "tickwire alerts test",
                document: "a list of rows",
                rows: try rows(DeliveryTestReport.self, DeliveryTestReport(way, 1, of: user))
            ),
            Command(
                name: "tickwire settings",
                document: "the one row; its fields are the settings",
                rows: try rows(SettingsReport.self, SettingsReport(UserTable(), ServerOffers()))
            ),
            Command(
                name: "tickwire devices",
                document: "a list of rows",
                rows: try rows(
                    DeviceReport.self,
                    DeviceReport(Device(id: DeviceID(rawValue: 1), name: "laptop", created: now, used: now))
                )
            ),
        ]
    }

    /// In the order of the columns.
    private static func rows<Row: ReportRow>(_: Row.Type, _ samples: Row...) throws -> [ReportSchema.Field] {
        let schemas = try samples.map { try ReportSchema($0) }
        return try (samples.count == 1 ? schemas[0] : ReportSchema(samples[0], samples[1])).ordered(by: Row.fields)
    }

    // MARK: The market

    private static let now = MarketTime(seconds: 1_700_000_000)
    private static let (bitcoin, unknown) = (CoinID(1), CoinID(2))

    /// Bitcoin with all figures, and a coin without any.
    private static let market: MarketTable = {
        var changes = MarketChanges()
        for (row, coin) in [bitcoin, unknown].enumerated() {
            let isKnown = coin == bitcoin
            let instrument = Instrument(coin: coin, symbol: "C\(row)", name: "Coin \(row)", kind: .coin)
            changes.instruments.append(instrument, row: row)
            changes.pricings.append(Pricing(decimals: 2, source: SourceNumber(2)), row: row)
            changes.prices.append(isKnown ? 6_500_000 : nil, row: row)
            changes.dayChanges.append(isKnown ? Percent(hundredths: 1) : nil, row: row)
            let change = isKnown ? Percent(hundredths: 1) : nil
            changes.trends.append(Trend(hour: change, week: change), row: row)
            changes.volumes.append(isKnown ? 1 : nil, row: row)
            changes.fundamentals.append(Fundamentals(rank: isKnown ? 1 : nil, supply: isKnown ? 1 : nil), row: row)
        }
        changes.sources = [
            MarketSource(
                SourceNumber(2),
                MarketSource.Name(.tickers, of: "Huobi"),
                state: .live,
                since: now,
                lastEvent: now
            )
        ]
        var table = MarketTable()
        _ = table.commit(changes, time: now)
        return table
    }()

    private static var fullQuote: QuoteReport {
        let money = ShownCurrency(.bitcoin, rates: nil, in: market)
        return QuoteReport(0, of: market, at: now, in: money, weeks: [:])
    }
    private static var bareQuote: QuoteReport { QuoteReport(1, of: market, at: now) }

    private static var hour: QuoteReport.HourReport { QuoteReport.HourReport(hour: now.shortISO8601, close: "1") }

    private static var candles: CandleReport {
        let chart = ChartReplica(
            id: ChartID(rawValue: 1),
            request: ChartRequest(coin: bitcoin, interval: .hour, count: 1)
        )
        let price = ExactDecimal.zero
        let candle = Candle(
            time: now,
            open: price,
            high: price,
            low: price,
            close: price,
            volume: nil,
            isClosed: true
        )
        let source = KlineSource.huobi.name
        chart.receive(CandleBatch(source: source, isFirst: true, isLast: true, candles: [candle], heard: now))
        return CandleReport(chart, of: market[0].instrument, in: market, ServerOffers(), at: now)
    }

    private static var detail: DetailReport {
        let page = WebAddress("https://coinmarketcap.com/currencies/bitcoin/")
        return DetailReport(
            CoinDetail(
                id: bitcoin,
                name: "Bitcoin",
                symbol: "BTC",
                kind: .coin,
                platform: nil,
                supply: nil,
                dateAdded: nil,
                description: nil,
                page: page,
                logo: nil,
                links: [],
                tags: []
            ),
            quote: nil,
            age: nil
        )
    }

    // MARK: The user

    private static let one = (try? ExactDecimal(parsing: "1")) ?? ExactDecimal.zero
    private static let alert = Alert(id: AlertID(rawValue: 1), coin: bitcoin, condition: .priceAbove(one))
    private static let event = AlertEvent(number: 1, of: alert, price: one, source: "Huobi", time: now)
    private static let purchase = Transaction(
        TransactionID(rawValue: 1),
        .bought,
        BigDecimal(one),
        of: bitcoin,
        at: now
    )

    private static let user: UserTable = {
        var table = UserTable()
        for mutation in [Mutation.add([bitcoin], of: table), .add(alert)] {
            do { try table.apply(mutation, within: RecordRules()) } catch { preconditionFailure("\(error)") }
        }
        return table
    }()

    private static var list: ListReport { ListReport(.favorites, of: user, in: market, at: now, money: .usd) }
    private static var alerts: AlertListReport { AlertListReport(user, in: market, nil, currency: "USD") }
    private static var holdings: HoldingsReport {
        HoldingsReport([purchase], .average, in: market, money: .usd, at: now)
    }

    private static var way: DeliveryWay {
        guard let address = DeliveryAddress("https://ntfy.sh/topic") else { preconditionFailure("an address") }
        return DeliveryWay(id: DeliveryID(rawValue: 1), kind: .ntfy, name: "phone", address: address)
    }
}
