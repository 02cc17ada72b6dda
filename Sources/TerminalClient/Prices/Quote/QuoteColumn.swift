internal import TerminalKit

/// The columns of a list of coins, from left to right.
enum QuoteColumn: Int, CaseIterable, Sendable {
    case rank, star, badge, symbol, name, price, dayChange, hourChange, weekChange, volume, marketCap, trend, source

    /// What a price takes in all but odd cases: those have as many decimals as there is room for.
    private static func priceWidth(in width: Int) -> Int { width < 50 ? 12 : 13 }

    /// Only a wide screen has room for a picture beside the figures.
    private static let trendWidthMin = 128

    /// Whoever wants to know where a price comes from finds it on the coin's page, too.
    private static let sourceWidthMin = 160

    /// Figures share what a wide screen has to spare with the names, so that a row does not fall apart in the middle.
    private static func figure(_ width: Int, priority: Int = Column.required) -> Column {
        Column("", .flexible(minimum: width), alignment: .right, priority: priority)
    }

    func column(in width: Int, icons: IconStyle) -> Column {
        switch self {
        case .rank: Column("", .fixed(4), alignment: .right, priority: 8)
        case .star: Column("", .fixed(1), priority: 9)
        // In little room a name says more.
        case .badge: Column("", .fixed(CoinBadge.width), priority: icons == .off ? Column.hidden : 6)
        case .symbol: Column("", .fixed(width < 30 ? 6 : 7))
        case .name: Column("", .flexible(minimum: 12, weight: 4), priority: 7)
        case .price: Self.figure(Self.priceWidth(in: width))
        case .dayChange: Self.figure(9, priority: 10)
        case .hourChange: Self.figure(8, priority: 2)
        case .weekChange: Self.figure(8, priority: 1)
        case .volume: Self.figure(6, priority: 4)
        case .marketCap: Self.figure(7, priority: 5)
        case .trend:
            Column(
                "",
                .fixed(TrendBook.length),
                alignment: .right,
                priority: width < Self.trendWidthMin ? Column.hidden : 0
            )
        case .source: Column("", .fixed(19), priority: width < Self.sourceWidthMin ? Column.hidden : 0)
        }
    }

    var title: String {
        switch self {
        case .rank: "#"
        case .star, .badge, .symbol, .name: ""
        case .price: "Price"
        case .dayChange: "24 h"
        case .hourChange: "1 h"
        case .weekChange: "7 d"
        case .volume: "Volume"
        case .marketCap: "Mkt cap"
        case .trend: TrendBook.title
        case .source: "Source"
        }
    }

    /// Beside an arrow, where the whole title has no room for one.
    var shortTitle: String {
        switch self {
        case .volume: "Vol"
        case .marketCap: "Cap"
        default: title
        }
    }
}
