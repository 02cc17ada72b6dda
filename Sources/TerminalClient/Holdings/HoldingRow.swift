internal import PlatformKit
internal import Shared

/// The words for one coin's holding, or for all holdings together.
struct HoldingRow: Identifiable, Equatable, Sendable {
    /// The coin, or all of them.
    let id: CoinID
    let symbol: String
    /// The characters of the symbol that the filter matches.
    var match: Range<Int>?
    let amount: String
    let averageCost: String
    let value: String
    let unrealized: String
    let percent: ChangeText?
    let realized: String
    let realizedPercent: ChangeText?
    /// 0 to 1; nil if it has no value.
    let share: Double?
    let isProfit: Bool?
    /// Whether the price behind the value is older than it should be.
    let isOld: Bool

    init(_ figures: HoldingFigures, symbol: String, of total: BigDecimal, isOld: Bool, _ words: HoldingWords) {
        (id, self.symbol) = (figures.coin, symbol)
        amount = words.coins(figures.amount)
        averageCost = words.price(figures.averageCost)
        value = words.money(figures.value)
        unrealized = words.money(figures.unrealized, isSigned: true)
        percent = figures.unrealizedPercent.map(HoldingWords.change)
        realized = words.money(figures.realized, isSigned: true)
        realizedPercent = figures.realizedPercent.map(HoldingWords.change)
        share = figures.value.flatMap { total > .zero ? $0.approximate / total.approximate : nil }
        isProfit = figures.unrealized.flatMap { $0.isZero ? nil : $0 > .zero }
        self.isOld = isOld
    }

    /// - Parameter isOld: whether one of the prices is.
    init(_ totals: HoldingTotals, isOld: Bool, _ words: HoldingWords) {
        (id, symbol, amount, averageCost, share) = (.holdings, "Total", "", "", nil)
        value = words.money(totals.value)
        unrealized = words.money(totals.unrealized, isSigned: true)
        percent = totals.unrealizedPercent.map(HoldingWords.change)
        realized = words.money(totals.realized, isSigned: true)
        realizedPercent = totals.realizedPercent.map(HoldingWords.change)
        isProfit = totals.unrealized.isZero ? nil : totals.unrealized > .zero
        self.isOld = isOld
    }
}

/// All holdings together. A coin without a price has no value, so its cost does not count in the profit either.
struct HoldingTotals: Equatable, Sendable {
    let value: BigDecimal
    /// The cost of the coins that have a value.
    let valuedCost: BigDecimal
    let realized: BigDecimal
    /// The cost of what was sold.
    let soldCost: BigDecimal

    var unrealized: BigDecimal { value - valuedCost }
    var unrealizedPercent: BigDecimal? { HoldingFigures.percent(unrealized, of: valuedCost) }
    var realizedPercent: BigDecimal? { HoldingFigures.percent(realized, of: soldCost) }

    init(_ figures: [HoldingFigures]) {
        value = figures.compactMap(\.value).reduce(BigDecimal.zero, +)
        valuedCost = figures.filter { $0.value != nil }.map(\.cost).reduce(BigDecimal.zero, +)
        realized = figures.map(\.realized).reduce(BigDecimal.zero, +)
        soldCost = figures.map(\.soldCost).reduce(BigDecimal.zero, +)
    }
}

extension BigDecimal {
    /// The price of one coin, with at least three significant digits. A price below 1 has up to eight decimals, or more if
    /// three significant digits need them.
    /// - Parameter least: the decimals for amounts of money.
    func priceText(decimals least: Int) -> String {
        let size = approximate.magnitude
        let significant = size > 0 && size.isFinite ? 2 - Int(log10(size).rounded(.down)) : 0
        let wanted = max(least, significant, size < 1 ? 8 : 0)
        return rounded(to: min(wanted, Self.divisionDecimals)).text(decimals: least)
    }
}

/// Writes the figures of holdings.
struct HoldingWords {
    /// The decimals for amounts of money.
    let decimals: Int
    let hidesAmounts: Bool

    /// Stands in place of each hidden amount. It is always the same, so that its length reveals nothing.
    static let hidden = AlertTotal.hidden

    func coins(_ amount: BigDecimal) -> String {
        hidesAmounts ? Self.hidden : PriceText(amount.rounded(to: 8).plainText).full
    }

    /// The price of one coin. It is not hidden, because it does not reveal how many coins there are.
    func price(_ price: BigDecimal?) -> String {
        guard let price else { return QuoteRow.none }
        return PriceText(price.priceText(decimals: decimals)).full
    }

    func money(_ amount: BigDecimal?, isSigned: Bool = false) -> String {
        guard let amount else { return QuoteRow.none }
        if hidesAmounts { return Self.hidden }
        let rounded = amount.rounded(to: decimals)
        let digits = PriceText((rounded < .zero ? -rounded : rounded).text(decimals: decimals)).full
        return (rounded < .zero ? "-" : isSigned && !rounded.isZero ? "+" : "") + digits
    }

    static func change(_ percent: BigDecimal) -> ChangeText {
        ChangeText(Percent(ratio: 1 + percent.approximate / 100))
    }
}
