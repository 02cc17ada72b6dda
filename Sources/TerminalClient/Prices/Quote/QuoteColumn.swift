internal import Shared

/// A column of every list of coins, described once: its title, its width, its contents, and how and with which key it
/// sorts a list.
package struct QuoteColumn: SortColumn {
    /// How wide a column should be, and how much it matters.
    struct Room: Sendable {
        enum Width {
            case fixed(Int)
            /// At least `minimum`. Spare columns go first to those below their `wanted` width, and then to all by
            /// `weight`.
            case flexible(minimum: Int, wanted: Int = 0, weight: Int = 1)
        }

        var isOnTheRight = false
        /// If there is no room for all columns, the lowest priority goes first, and of equals the rightmost; nil: the
        /// column stays, however narrow.
        var priority: Int?
        /// Whether the selection reaches the column. It does not reach those after the figures, whose many bytes a move
        /// of the selection would send twice.
        var joinsSelection = true
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
        /// The name of the price's source.
        case source
        /// As by another column, which shows the same in figures.
        indirect case like(QuoteColumn)
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
    /// What a list is sorted by, as it follows "by".
    let words: String
    /// The column's name within a sentence.
    let subject: String
    /// The letter that sorts by the column, unless the user has bound another.
    let key: Character?
    var room: Room
    let order: Order
    /// Nil if the column shows something else.
    let change: Change?
    /// The figure as screens write it in full; nil if it is unknown, or if the column shows no figure of a quote.
    let text: Text
    /// The figure with all digits and without grouping, for the tables of commands.
    let plainText: Text
    let cell: @Sendable (QuoteRow) -> QuoteCell

    typealias Text = @Sendable (Quote, ShownCurrency) -> String?

    init(
        _ name: String,
        title: String = "",
        shortTitle: String? = nil,
        words: String? = nil,
        subject: String? = nil,
        _ room: Room,
        order: Order = .none,
        key: Character? = nil,
        change: Change? = nil,
        text: @escaping Text = { _, _ in nil },
        plainText: Text? = nil,
        cell: @escaping @Sendable (QuoteRow) -> QuoteCell
    ) {
        (self.name, self.title, self.room, self.order) = (name, title, room, order)
        (self.change, self.cell, self.text) = (change, cell, text)
        self.plainText = plainText ?? text
        self.shortTitle = shortTitle ?? title
        self.words = words ?? title.lowercased()
        self.subject = subject ?? self.words
        self.key = key
    }

    init(
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
            text: { quote, _ in change.of(quote).map { ChangeText($0).withSign } },
            plainText: { quote, _ in change.of(quote).map { "\($0)" } },
            cell: { cell(change.of($0.quote)) }
        )
    }

    /// A column that shows a figure as it is written everywhere.
    /// - Parameter style: how a list shows it.
    init(
        _ name: String,
        title: String,
        shortTitle: String? = nil,
        words: String? = nil,
        _ room: Room,
        order: Order,
        key: Character,
        style: @escaping @Sendable (String?) -> QuoteCell,
        text: @escaping Text
    ) {
        self.init(
            name,
            title: title,
            shortTitle: shortTitle,
            words: words,
            room,
            order: order,
            key: key,
            text: text,
            cell: { style(text($0.quote, $0.money)) }
        )
    }

    /// A column that shows a price of the row.
    /// - Parameters:
    ///   - price: it has as many decimals as the row's latest price; nil if it is unknown.
    ///   - cell: how a list shows it; nil: like other figures.
    init(
        _ name: String,
        title: String,
        words: String? = nil,
        _ room: Room,
        key: Character,
        price: @escaping @Sendable (Quote) -> UInt64?,
        cell: (@Sendable (QuoteRow) -> QuoteCell)? = nil
    ) {
        let text: Text = { quote, money in money.priceText(quote.at(price(quote))) }
        let figure: @Sendable (QuoteRow) -> QuoteCell = { .figure(text($0.quote, $0.money).map(PriceText.init)) }
        self.init(
            name,
            title: title,
            words: words,
            room,
            order: .figure { $0.approximate(price($0)) },
            key: key,
            text: { quote, money in text(quote, money).map { PriceText($0).full } },
            plainText: text,
            cell: cell ?? figure
        )
    }

    /// The name of the figure on a page of facts: "Market cap".
    var label: String { change?.time ?? words.prefix(1).uppercased() + words.dropFirst() }

    /// The title in the table of a command: "24H %".
    var plainTitle: String { (change.map { $0.time.filter { $0 != " " } + " %" } ?? words).uppercased() }
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
        case .like(let column): column
        case .source, .figure: self
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

/// The contents of a cell of a list. `QuoteCells` draws it.
enum QuoteCell {
    case star, badge, symbol, name, price
    case sparkline(Sparkline?)
    case muted(String?)
    /// It gets as many decimals as there is room for.
    case figure(PriceText?)
    case change(Percent?)
    /// The change of a day. It also shows whether a coin is delisted.
    case dayChange(Percent?)
}
