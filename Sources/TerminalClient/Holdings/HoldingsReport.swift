package import Shared

/// A user's holdings as JSON and as a table. Numbers are text, so that every digit survives.
package struct HoldingsReport: Encodable, Sendable {
    package struct Row: ReportRow, Sendable {
        package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

        let id: UInt32
        let symbol: String?
        let amount: String
        let averageCost: String?
        let cost: String
        let price: String?
        /// The provider of the price, the time since the price was last heard, and whether it is live, as in
        /// `QuoteReport`.
        let source: String?
        let age: Int64?
        let isLive: Bool
        let value: String?
        let unrealized: String?
        let unrealizedPercent: String?
        let realized: String
        let realizedPercent: String?
        let share: String?
        /// The amount that was sold without being held.
        let missing: String?
        let accounts: [String: String]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id, symbol, amount, cost, price, source, value, unrealized, realized, missing, accounts
            case age = "age_ms"
            case isLive = "live"
            case averageCost = "average_cost"
            case unrealizedPercent = "unrealized_percent"
            case realizedPercent = "realized_percent"
            case share = "share_percent"
        }
    }

    struct Totals: Encodable, Sendable {
        let cost: String
        let value: String
        let unrealized: String
        let unrealizedPercent: String?
        let realized: String
        let realizedPercent: String?

        enum CodingKeys: String, CodingKey {
            case cost, value, unrealized, realized
            case unrealizedPercent = "unrealized_percent"
            case realizedPercent = "realized_percent"
        }
    }

    let currency: String
    let method: String
    package let holdings: [Row]
    let totals: Totals
    /// Whether the server makes its prices up.
    let isMock: Bool
    /// Warnings for a reader; empty if all is well.
    package let warnings: [String]
    /// Those of the coins that are held and have a price, in the order of the rows.
    package let quotes: [Quote]
    private let table: [[String]]
    /// The columns with the sources and the ages of prices, with as many lines as `table`.
    private let origins: [[String]]

    private enum CodingKeys: String, CodingKey {
        case currency, method, holdings, totals, warnings
        case isMock = "mock_market"
    }

    /// - Parameters:
    ///   - transactions: in the order of their times.
    ///   - market: the market with the prices.
    ///   - money: the currency of all figures.
    ///   - now: the server's time.
    ///   - isMock: whether the server makes its prices up.
    package init(
        _ transactions: [Transaction],
        _ method: CostMethod,
        in market: MarketTable,
        money: ShownCurrency,
        at now: MarketTime,
        isMock: Bool = false
    ) {
        self.isMock = isMock
        let portfolio = Portfolio(transactions, method, in: money.name, rate: money.rate)
        let summary = HoldingsSummary(portfolio, in: market, money)
        let (figures, all) = (summary.figures, summary.totals)
        let symbol = { (coin: CoinID) in market.row(of: coin).map { market.instrument(ofRow: $0).symbol } }
        currency = money.name
        self.method = method.text
        holdings = figures.map { figures in
            Row(figures, symbol(figures.coin), of: all.value, portfolio.coins[figures.coin], in: market, money, at: now)
        }
        totals = Totals(
            cost: figures.map(\.cost).reduce(BigDecimal.zero, +).plainText,
            value: all.value.plainText,
            unrealized: all.unrealized.plainText,
            unrealizedPercent: all.unrealizedPercent?.plainText,
            realized: all.realized.plainText,
            realizedPercent: all.realizedPercent?.plainText
        )
        let unpriced = summary.unpriced.map { symbol($0) ?? "\($0)" }
        let oversold = portfolio.shortfalls.map { shortfall -> HoldingsWarning in
            let name = symbol(shortfall.transaction.coin)?.escaped ?? "\(shortfall.transaction.coin)"
            return .oversoldOn(shortfall.transaction.time.date, amount: shortfall.amount, symbol: name)
        }
        let warnings = oversold + (unpriced.isEmpty ? [] : [.unpriced(symbols: unpriced)])
        self.warnings = warnings.map(\.description)
        table = Self.table(figures, all, money, symbol)
        let priced = figures.map { market.pricedQuote(of: $0.coin) }
        quotes = summary.quotes
        let sources = priced.map { $0.flatMap { PriceTable.source(of: $0.pricing, in: market) } ?? "-" }
        let ages = priced.map { $0.flatMap { PriceTable.words(of: $0.pricing, in: market, at: now) } ?? "-" }
        origins = [PriceTable.originHead] + zip(sources, ages).map { [$0, $1] } + [["", ""]]
    }

    /// One line for each coin, and one for the totals.
    /// - Parameter hasAges: whether the lines say how old prices are, and so change with time alone.
    package func text(hasAges: Bool = true) -> String {
        if holdings.isEmpty { return EmptyReport.holdings.description }
        let lines = zip(table, origins).map { $0 + (hasAges ? $1 : Array($1.prefix(1))) }
        let isText = HoldingColumn.allCases.map { !$0.isOnTheRight }
        return TextTable.text(of: lines, isText: isText + (hasAges ? [false, false] : [false]))
    }

    private static func table(
        _ figures: [HoldingFigures],
        _ all: HoldingTotals,
        _ money: ShownCurrency,
        _ symbol: (CoinID) -> String?
    ) -> [[String]] {
        let columns = HoldingColumn.allCases
        let shown = { (number: BigDecimal?) in
            number.map { $0.rounded(to: money.amountDecimals).text(decimals: money.amountDecimals) } ?? "-"
        }
        let percent = { (number: BigDecimal?) in number?.text(decimals: 2) ?? "-" }
        let head = columns.map { $0.plainTitle + ($0 == .value ? " \(money.name)" : "") }
        let rows = figures.map { figures in
            columns.map { column -> String in
                switch column {
                case .symbol: symbol(figures.coin)?.escaped ?? "\(figures.coin)"
                case .amount: figures.amount.plainText
                case .averageCost: figures.averageCost?.priceText(decimals: money.amountDecimals) ?? "-"
                case .value: shown(figures.value)
                case .profit: shown(figures.unrealized)
                case .percent: percent(figures.unrealizedPercent)
                case .realized: shown(figures.realized)
                case .realizedPercent: percent(figures.realizedPercent)
                case .share: percent(figures.value.flatMap { HoldingFigures.percent($0, of: all.value) })
                }
            }
        }
        let total = columns.map { column -> String in
            switch column {
            case .symbol: "total"
            case .amount, .averageCost, .share: ""
            case .value: shown(all.value)
            case .profit: shown(all.unrealized)
            case .percent: percent(all.unrealizedPercent)
            case .realized: shown(all.realized)
            case .realizedPercent: percent(all.realizedPercent)
            }
        }
        return [head] + rows + [total]
    }
}

extension HoldingsReport.Row {
    fileprivate init(
        _ figures: HoldingFigures,
        _ symbol: String?,
        of values: BigDecimal,
        _ basis: CostBasis?,
        in market: MarketTable,
        _ money: ShownCurrency,
        at now: MarketTime
    ) {
        let age = market.pricedQuote(of: figures.coin).flatMap { market.age(of: $0.pricing, at: now) }
        self.init(
            id: figures.coin.rawValue,
            symbol: symbol,
            amount: figures.amount.plainText,
            averageCost: figures.averageCost?.plainText,
            cost: figures.cost.plainText,
            price: money.price(of: figures.coin, in: market)?.plainText,
            source: age?.source.provider,
            age: age?.age?.milliseconds,
            isLive: age?.isLive ?? false,
            value: figures.value?.plainText,
            unrealized: figures.unrealized?.plainText,
            unrealizedPercent: figures.unrealizedPercent?.plainText,
            realized: figures.realized.plainText,
            realizedPercent: figures.realizedPercent?.plainText,
            share: figures.value.flatMap { HoldingFigures.percent($0, of: values)?.plainText },
            missing: figures.missing.isZero ? nil : figures.missing.plainText,
            accounts: (basis?.accounts ?? [:]).filter { !$0.value.isZero }.mapValues(\.plainText)
        )
    }
}

extension MarketTable {
    /// Nil if the coin has no price, or is no longer listed.
    func pricedQuote(of coin: CoinID) -> Quote? {
        guard let quote = row(of: coin).map({ self[$0] }), !quote.isDelisted, quote.mantissa != nil else { return nil }
        return quote
    }
}

extension ShownCurrency {
    /// The decimals for amounts of money.
    package var amountDecimals: Int { format.decimals }

    /// The present price of a coin; nil if the market has none, or no longer lists the coin.
    func price(of coin: CoinID, in market: MarketTable) -> BigDecimal? {
        guard let row = market.row(of: coin), !market[row].isDelisted, let price = market[row].exactPrice else {
            return nil
        }
        return rate.map { $0.converted(BigDecimal(price)) } ?? BigDecimal(price)
    }
}

/// A user's transactions, one line each.
package struct TransactionReport: Encodable, Sendable {
    package struct Row: ReportRow, Sendable {
        package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

        let id: String
        let time: String
        let kind: String
        let coin: UInt32
        let symbol: String?
        let amount: String
        let price: String?
        let total: String?
        let currency: String
        let usdRate: String?
        let fee: String?
        let feeInCoin: Bool
        let account: String
        let toAccount: String
        let note: String
        let importID: String?
        /// Both accounts in words. It is not a field.
        fileprivate let accounts: String

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id, time, kind, symbol, amount, price, total, currency, fee, account, note
            case coin = "coin_id"
            case usdRate = "usd_rate"
            case feeInCoin = "fee_in_coin"
            case toAccount = "to_account"
            case importID = "import"
        }
    }

    package let rows: [Row]

    package init(_ transactions: [Transaction], in market: MarketTable) {
        rows = transactions.map { transaction in
            var (price, total) = (String?.none, String?.none)
            switch transaction.money {
            case .price(let amount): price = amount.plainText
            case .total(let amount): total = amount.plainText
            case nil: break
            }
            return Row(
                id: "\(transaction.id)",
                time: transaction.time.shortISO8601,
                kind: transaction.kind.rawValue,
                coin: transaction.coin.rawValue,
                symbol: market.row(of: transaction.coin).map { market.instrument(ofRow: $0).symbol },
                amount: transaction.amount.plainText,
                price: price,
                total: total,
                currency: transaction.currency,
                usdRate: transaction.dollarRate?.plainText,
                fee: transaction.fee?.amount.plainText,
                feeInCoin: transaction.fee?.isInCoin ?? false,
                account: transaction.account,
                toAccount: transaction.target,
                note: transaction.note,
                importID: transaction.importID == 0 ? nil : "\(TransactionID(rawValue: transaction.importID))",
                accounts: transaction.accounts
            )
        }
    }

    package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

    package var text: String {
        if rows.isEmpty { return EmptyReport.transactions.description }
        return TextTable.text(of: rows, in: TransactionColumn.allCases) { $0.cell($1) }
    }
}

extension TransactionReport.Row {
    fileprivate func cell(_ column: TransactionColumn) -> String {
        switch column {
        case .id: id
        case .time: time
        case .kind: kind
        case .coin: symbol ?? "id:\(coin)"
        case .amount: amount
        case .money: price.map { "\($0) \(currency)" } ?? total.map { "= \($0) \(currency)" } ?? "-"
        case .fee: fee.map { "\($0) \(feeInCoin ? symbol ?? "coins" : currency)" } ?? "-"
        case .words: [accounts, note].filter { !$0.isEmpty }.joined(separator: "; ")
        }
    }
}
