internal import Shared

/// A column of the holdings by which they can be sorted, from left to right.
enum HoldingColumn: String, CaseIterable, SortColumn, TableColumn {
    case symbol, amount, averageCost, value, profit, percent, realized, realizedPercent, share

    var title: String {
        switch self {
        case .symbol: "Coin"
        case .amount: "Amount"
        case .averageCost: "Average cost"
        case .value: "Value"
        case .profit: "Profit"
        case .percent, .realizedPercent: "%"
        case .realized: "Realized"
        case .share: "Share"
        }
    }

    var shortTitle: String { title }
    /// In a plain table, a share has no percent sign, so its title has it. In a file, a title must make sense without the one
    /// before it.
    var plainTitle: String {
        switch self {
        case .share: "SHARE %"
        case .realizedPercent: "REALIZED %"
        default: title.uppercased()
        }
    }
    var isOnTheRight: Bool { self != .symbol }

    var words: String {
        switch self {
        case .symbol: "symbol"
        case .percent: "profit in %"
        case .realized: "realized profit"
        case .realizedPercent: "realized profit in %"
        default: title.lowercased()
        }
    }

    var subject: String {
        switch self {
        case .percent: "the profit in percent"
        case .realized: "the realized profit"
        case .realizedPercent: "the realized profit in percent"
        case .share: "the share of all holdings"
        default: words
        }
    }

    /// The letters of `QuoteColumn` where the figures are alike.
    var key: Character? {
        switch self {
        case .symbol: "n"
        case .amount: "m"
        case .averageCost: "c"
        case .value: "v"
        case .profit: "p"
        case .percent: "d"
        case .realized: "e"
        case .realizedPercent: "E"
        case .share: "w"
        }
    }

    var startsDescending: Bool { self != .symbol }

    /// What holdings are sorted by; nil if there is no such figure. Symbols are sorted as text.
    fileprivate func figure(_ figures: HoldingFigures) -> BigDecimal? {
        switch self {
        case .symbol: nil
        case .amount: figures.amount
        case .averageCost: figures.averageCost
        case .value, .share: figures.value
        case .profit: figures.unrealized
        case .percent: figures.unrealizedPercent
        case .realized: figures.realized
        case .realizedPercent: figures.realizedPercent
        }
    }
}

extension ListSort<HoldingColumn> {
    /// Sorts holdings. Equal ones keep their order, and those without the figure come last.
    /// - Parameter byValue: the most valuable first.
    func sorted(_ byValue: [HoldingFigures], symbol: (CoinID) -> String) -> [HoldingFigures] {
        if column == .symbol {
            let places = byValue.map { ($0, symbol($0.coin).lowercased()) }
            return places.sorted { isDescending ? $0.1 > $1.1 : $0.1 < $1.1 }.map(\.0)
        }
        let known = byValue.compactMap { figures in column.figure(figures).map { (figures, $0) } }
        return known.sorted { isDescending ? $0.1 > $1.1 : $0.1 < $1.1 }.map(\.0)
            + byValue.filter { column.figure($0) == nil }
    }
}

extension KeyMap where Action == HoldingColumn {
    static let holdingsSort = KeyMap(sortingBy: HoldingColumn.allCases)
}
