internal import Shared

/// A column of every list of coins, described once: its title, its width, its contents, and how and with which key it
/// sorts a list.
///
/// To add a column, add a description beside the others and its place in `all`.
package struct QuoteColumn: Sendable {
    /// How wide a column should be, and how much it matters.
    struct Room: Sendable {
        enum Width {
            case fixed(Int)
            /// At least `minimum`. Spare columns go first to those below their `wanted` width, and then to all by
            /// `weight`.
            case flexible(minimum: Int, wanted: Int = 0, weight: Int = 1)
        }

        var isOnTheRight = false
        /// If there is no room for all columns, the lowest priority goes first; nil: the column stays, however narrow.
        var priority: Int?
        /// The column is left out on narrower screens.
        var screenMin = 0
        /// The width on a screen of this many columns.
        let width: @Sendable (_ screen: Int) -> Width

        /// Figures share the spare columns of a wide screen with the names, so that rows have no large hole in the
        /// middle.
        static func figure(_ width: Int, priority: Int) -> Room {
            Room(isOnTheRight: true, priority: priority) { _ in .flexible(minimum: width) }
        }
    }

    /// How a list is sorted by the column.
    enum Order: Sendable {
        case none
        /// The coin's name.
        case name
        /// By a figure. Ranks begin with the smallest, and most figures with the largest. A coin without the figure
        /// comes last.
        case figure(startsDescending: Bool = true, @Sendable (Quote) -> Double?)
    }

    /// How much a price has changed.
    struct Change: Sendable {
        /// The time over which the price has changed: "24 h".
        let time: String
        /// Nil if unknown.
        let of: @Sendable (Quote) -> Percent?
    }

    /// The name to type: "market-cap".
    package let name: String
    let title: String
    /// The title beside an arrow, if there is no room for the whole title.
    let shortTitle: String
    /// The order by this column in a word or two, for a small screen.
    let words: String
    /// The column's name within a sentence.
    let subject: String
    /// The letter that sorts by the column, unless the user has bound another.
    let key: Character?
    var room: Room
    let order: Order
    /// Nil if the column shows something else.
    let change: Change?
    let cell: @Sendable (QuoteRow) -> QuoteCell

    private init(
        _ name: String,
        title: String = "",
        shortTitle: String? = nil,
        words: String? = nil,
        subject: String? = nil,
        _ room: Room,
        order: Order = .none,
        key: Character? = nil,
        change: Change? = nil,
        cell: @escaping @Sendable (QuoteRow) -> QuoteCell
    ) {
        (self.name, self.title, self.room, self.order) = (name, title, room, order)
        (self.change, self.cell) = (change, cell)
        self.shortTitle = shortTitle ?? title
        self.words = words ?? title.lowercased()
        self.subject = subject ?? self.words
        self.key = key
    }

    private init(
        _ name: String,
        _ room: Room,
        _ change: Change,
        key: Character,
        cell: @escaping @Sendable (Percent?) -> QuoteCell
    ) {
        self.init(
            name,
            title: change.time,
            subject: "the change in \(change.time)",
            room,
            order: .figure { change.of($0).map { Double($0.hundredths) } },
            key: key,
            change: change,
            cell: { cell(change.of($0.quote)) }
        )
    }
}

// MARK: The columns
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
        cell: { .muted($0.quote.fundamentals.rank.map(String.init)) }
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
        Room { .fixed($0 < 30 ? 6 : 7) },
        order: .name,
        cell: { _ in .symbol }
    )

    /// A wide screen should show names whole.
    static let coinName = QuoteColumn(
        "name",
        words: "name",
        Room(priority: 7) { _ in .flexible(minimum: 12, wanted: 24, weight: 4) },
        order: .name,
        key: "n",
        cell: { _ in .name }
    )

    /// The width fits all but unusual prices. Those get as many decimals as there is room for.
    static let price = QuoteColumn(
        "price",
        title: "Price",
        Room(isOnTheRight: true) { .flexible(minimum: $0 < 50 ? 12 : 13) },
        order: .figure { $0.approximatePrice },
        key: "p",
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
        cell: { row in .figure(row.quote.volume.map { ShortAmount.text(row.money.amount(Double($0))) }) }
    )

    static let marketCap = QuoteColumn(
        "market-cap",
        title: "Mkt cap",
        shortTitle: "Cap",
        words: "market cap",
        .figure(7, priority: 5),
        order: .figure { $0.approximateMarketCap },
        key: "m",
        cell: { row in .figure(row.quote.approximateMarketCap.map { ShortAmount.text(row.money.amount($0)) }) }
    )

    /// Only a wide screen has room for a line beside the figures. The server is asked for the closes only while the
    /// column is shown.
    static let days = QuoteColumn(
        "days",
        title: "7 days",
        Room(isOnTheRight: true, priority: 0, screenMin: 116) { _ in .fixed(Sparkline.weekLength) },
        cell: { .sparkline($0.week) }
    )

    static let trend = QuoteColumn(
        "trend",
        title: TrendCache.title,
        Room(isOnTheRight: true, priority: 0, screenMin: 130) { _ in .fixed(TrendCache.length) },
        cell: { .sparkline($0.trend) }
    )

    /// The coin's page shows the source of the price, too.
    static let source = QuoteColumn(
        "source",
        title: "Source",
        Room(priority: 0, screenMin: 150) { _ in .fixed(19) },
        cell: { .muted($0.origin?.short) }
    )
}

// MARK: Sorting
extension QuoteColumn {
    /// The columns by which a list can be sorted.
    package static let sortable = all.filter { $0.sorting == $0 }

    /// The column by which a click on this one's title sorts the list; nil if it sorts by none.
    var sorting: QuoteColumn? {
        switch order {
        case .none: nil
        case .name: .coinName
        case .figure: self
        }
    }

    var startsDescending: Bool {
        if case .figure(let startsDescending, _) = order { startsDescending } else { false }
    }

    /// - Parameter name: the name as typed; the result is nil if no list is sorted by it.
    package init?(sortable name: String) {
        guard let column = Self.sortable.first(where: { $0.name == name }) else { return nil }
        self = column
    }
}

/// As an action, a column sorts a list. The action's name in the configuration file is that of the column.
extension QuoteColumn: RawRepresentable {
    package var rawValue: String { name }

    package init?(rawValue: String) {
        guard let column = Self.all.first(where: { $0.name == rawValue }) else { return nil }
        self = column
    }
}

extension QuoteColumn: Hashable {
    package static func == (left: QuoteColumn, right: QuoteColumn) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The columns of one user's lists, from left to right. A screen shows those for which it has room.
struct QuoteColumns: Hashable {
    let all: [QuoteColumn]

    /// The columns that the sort key goes through, in order.
    var sortable: [QuoteColumn] { all.filter { $0.sorting == $0 } }

    func place(of column: QuoteColumn) -> Int? { all.firstIndex(of: column) }
    subscript(place: Int) -> QuoteColumn? { all.indices.contains(place) ? all[place] : nil }
}

/// The contents of a cell of a list. `QuoteCells` draws it.
enum QuoteCell {
    case star, badge, symbol, name, price
    case sparkline(Sparkline?)
    case muted(String?)
    case figure(String?)
    case change(Percent?)
    /// The change of a day. It also shows whether a coin is delisted.
    case dayChange(Percent?)
}
