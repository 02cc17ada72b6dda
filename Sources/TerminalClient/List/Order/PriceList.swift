internal import Shared

/// The rows of a list from top to bottom: coins, and a title between two sections.
struct PriceList: Equatable, Sendable {
    enum Item: Equatable, Sendable {
        /// A coin, by its row in the market.
        case coin(row: Int)
        /// A member that the market does not have.
        case missing(CoinID)
        /// An empty row above a title.
        case gap
        case title(PriceSection)

        /// The row in the market.
        var row: Int? { if case .coin(let row) = self { row } else { nil } }

        var isMember: Bool {
            switch self {
            case .coin, .missing: true
            case .gap, .title: false
            }
        }
    }

    private(set) var items: [Item] = []
    private(set) var counts: [PriceSection: Int] = [:]
    /// How many coins there are without the filter.
    private(set) var total = 0
    private var places: [Int?] = []
    private var missingPlaces: [CoinID: Int] = [:]
    private var sectionStarts: [(section: PriceSection, index: Int)] = []

    init() {}

    /// - Parameters:
    ///   - sections: the members of each section, in their order.
    ///   - tableCount: how many rows the market has.
    init(sections: [(PriceSection, [Item])], total: Int, tableCount: Int) {
        self.total = total
        places = Array(repeating: nil, count: tableCount)
        for (section, members) in sections where !members.isEmpty {
            if !items.isEmpty { items += [.gap, .title(section)] }
            sectionStarts.append((section, items.count))
            counts[section] = members.count
            for member in members {
                switch member {
                case .coin(let row): places[row] = items.count
                case .missing(let coin): missingPlaces[coin] = items.count
                case .gap, .title: continue
                }
                items.append(member)
            }
        }
    }

    /// How many coins and tokens are listed.
    var matchCount: Int { counts.values.reduce(0, +) }

    func place(ofRow row: Int) -> Int? { places.indices.contains(row) ? places[row] : nil }

    func place(of coin: CoinID, in table: MarketTable) -> Int? {
        table.row(of: coin).flatMap(place(ofRow:)) ?? missingPlaces[coin]
    }

    func row(at place: Int) -> Int? { items.indices.contains(place) ? items[place].row : nil }

    func coin(at place: Int, in table: MarketTable) -> CoinID? {
        guard items.indices.contains(place) else { return nil }
        switch items[place] {
        case .coin(let row): return table.instrument(ofRow: row).coin
        case .missing(let coin): return coin
        case .gap, .title: return nil
        }
    }

    /// The section of a place. A title belongs to the section above it, which ends there.
    func section(at place: Int) -> PriceSection? {
        (sectionStarts.last { $0.index <= place } ?? sectionStarts.first)?.section
    }

    /// The beginning of the next section; nil in the last one.
    func sectionStart(after place: Int) -> Int? { sectionStarts.first { $0.index > place }?.index }

    /// The beginning of the section, or of the previous one if the place is there already.
    func sectionStart(before place: Int) -> Int? { sectionStarts.last { $0.index < place }?.index }

    /// The place of the coin at `place`. If there is none, the next coin in the direction of travel, or else the last
    /// one before.
    func coinPlace(near place: Int, forward: Bool = true) -> Int? {
        guard !items.isEmpty else { return nil }
        let start = max(0, min(place, items.count - 1))
        let down = (start..<items.count).first { items[$0].isMember }
        let up = (0...start).last { items[$0].isMember }
        return forward ? down ?? up : up ?? down
    }

    static func == (one: Self, other: Self) -> Bool { one.items == other.items && one.total == other.total }
}
