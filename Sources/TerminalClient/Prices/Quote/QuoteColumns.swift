internal import Shared

/// The columns of lists of coins. To add one, add a description beside the others and its place in `all`.
extension QuoteColumn {
    /// The columns from left to right.
    static let all = [
        rank, star, badge, symbol, coinName, price, dayChange, hourChange, weekChange, volume, marketCap, days, trend,
        source,
    ]

    package static let rank = QuoteColumn(
        "rank",
        title: "#",
        words: "rank",
        Room(isOnTheRight: true, priority: 8) { _ in .fixed(4) },
        order: .figure(startsDescending: false) { $0.fundamentals.rank.map(Double.init) },
        key: "#",
        style: QuoteCell.muted,
        text: { quote, _ in quote.fundamentals.rank.map(String.init) }
    )

    static let star = QuoteColumn("star", Room(priority: 9) { _ in .fixed(1) }, cell: { _ in .star })

    /// In a narrow list, the name is worth more than the badge.
    static let badge = QuoteColumn(
        "badge",
        Room(priority: 6) { _ in .fixed(CoinBadge.width) },
        order: .name,
        cell: { _ in .badge }
    )

    static let symbol = QuoteColumn(
        "symbol",
        words: "symbol",
        Room { .fixed($0 < 30 ? 6 : 7) },
        order: .name,
        text: { quote, _ in quote.instrument.symbol },
        plainText: { quote, _ in quote.instrument.symbol.escaped },
        cell: { _ in .symbol }
    )

    /// A wide screen should show names whole.
    static let coinName = QuoteColumn(
        "name",
        words: "name",
        Room(priority: 7) { _ in .flexible(minimum: 12, wanted: 24, weight: 4) },
        order: .name,
        key: "n",
        text: { quote, _ in quote.instrument.name },
        plainText: { quote, _ in quote.instrument.name.escaped },
        cell: { _ in .name }
    )

    /// The width fits all but unusual prices. Those get as many decimals as there is room for.
    static let price = QuoteColumn(
        "price",
        title: "Price",
        Room(isOnTheRight: true) { .flexible(minimum: $0 < 50 ? 12 : 13) },
        key: "p",
        price: \.mantissa,
        cell: { _ in .price }
    )

    static let dayChange = QuoteColumn(
        "change",
        .figure(9, priority: 10),
        Change(time: "24 h", of: \.dayChange),
        key: "d",
        cell: QuoteCell.dayChange
    )

    static let hourChange = QuoteColumn(
        "hour",
        .figure(8, priority: 2),
        Change(time: "1 h", of: \.trend.hour),
        key: "u",
        cell: QuoteCell.change
    )

    static let weekChange = QuoteColumn(
        "week",
        .figure(8, priority: 1),
        Change(time: "7 d", of: \.trend.week),
        key: "w",
        cell: QuoteCell.change
    )

    static let volume = QuoteColumn(
        "volume",
        title: "Volume",
        shortTitle: "Vol",
        .figure(6, priority: 4),
        order: .figure { $0.volume.map(Double.init) },
        key: "v",
        style: { .figure($0.map(PriceText.fixed)) },
        text: { quote, money in quote.volume.map { ShortAmount.text(Double($0), in: money) } }
    )

    static let marketCap = QuoteColumn(
        "market-cap",
        title: "Mkt cap",
        shortTitle: "Cap",
        words: "market cap",
        .figure(7, priority: 5),
        order: .figure { $0.approximateMarketCap },
        key: "m",
        style: { .figure($0.map(PriceText.fixed)) },
        text: { quote, money in quote.approximateMarketCap.map { ShortAmount.text($0, in: money) } }
    )

    /// Only a wide screen has room for a line beside the figures. The server is asked for the closes only while the
    /// column is shown, so a list is sorted by the change that the market's table has.
    static let days = QuoteColumn(
        "days",
        title: "7 days",
        Room(isOnTheRight: true, priority: 0, joinsSelection: false) { _ in .fixed(Sparkline.weekLength) },
        order: .like(weekChange),
        cell: { .sparkline($0.week) }
    )

    /// It has no order, because it changes with each price that this terminal sees. The help says so.
    static let trend = QuoteColumn(
        "trend",
        title: TrendCache.title,
        Room(isOnTheRight: true, priority: 0, joinsSelection: false) { _ in .fixed(TrendCache.length) },
        cell: { .sparkline($0.trend) }
    )

    /// The coin's page shows the source of the price, too.
    static let source = QuoteColumn(
        "source",
        title: "Source",
        shortTitle: "Src",
        Room(priority: 0, joinsSelection: false) { _ in .fixed(19) },
        order: .source,
        key: "@",
        cell: { .muted($0.origin?.short) }
    )
}

/// The columns of one user's lists, from left to right. A screen shows those for which it has room.
struct QuoteColumns: Hashable {
    let all: [QuoteColumn]

    /// The columns that the sort key goes through, in order.
    var sortable: [QuoteColumn] { all.filter { $0.sorting == $0 } }

    func place(of column: QuoteColumn) -> Int? { all.firstIndex(of: column) }
    subscript(place: Int) -> QuoteColumn? { all.indices.contains(place) ? all[place] : nil }
}
