internal import Shared

/// The rows of the price list from top to bottom: coins, and where there are two sections, a title between them.
struct PriceList: Equatable, Sendable {
    enum Item: Equatable, Sendable {
        case coin(row: Int)
        /// Air above a title.
        case gap
        case title(PriceSection)
    }

    private(set) var items: [Item] = []
    private(set) var counts: [PriceSection: Int] = [:]
    /// How many there are without the filter.
    private(set) var total = 0
    private var places: [Int?] = []
    private var sectionStarts: [(section: PriceSection, index: Int)] = []

    init() {}

    /// - Parameters:
    ///   - sections: the rows of each section, in their order.
    ///   - tableCount: how many rows the market has.
    init(sections: [(PriceSection, [Int])], total: Int, tableCount: Int) {
        self.total = total
        places = Array(repeating: nil, count: tableCount)
        for (section, rows) in sections where !rows.isEmpty {
            if !items.isEmpty { items += [.gap, .title(section)] }
            sectionStarts.append((section, items.count))
            counts[section] = rows.count
            for row in rows {
                places[row] = items.count
                items.append(.coin(row: row))
            }
        }
    }

    /// How many coins and tokens are listed.
    var matchCount: Int { counts.values.reduce(0, +) }

    func place(ofRow row: Int) -> Int? { places.indices.contains(row) ? places[row] : nil }

    func row(at place: Int) -> Int? {
        guard items.indices.contains(place), case .coin(let row) = items[place] else { return nil }
        return row
    }

    /// The section that a place belongs to; a title belongs to the section above it, which it ends.
    func section(at place: Int) -> PriceSection? {
        (sectionStarts.last { $0.index <= place } ?? sectionStarts.first)?.section
    }

    /// Where the next section begins; nil in the last one.
    func sectionStart(after place: Int) -> Int? { sectionStarts.first { $0.index > place }?.index }

    /// Where the section begins, or at its beginning, the one before.
    func sectionStart(before place: Int) -> Int? { sectionStarts.last { $0.index < place }?.index }

    /// The place of a coin at `place` or, where there is none, the next one in the direction of travel, else the last
    /// one before.
    func coinPlace(near place: Int, forward: Bool = true) -> Int? {
        guard !items.isEmpty else { return nil }
        let start = max(0, min(place, items.count - 1))
        let down = (start..<items.count).first { row(at: $0) != nil }
        let up = (0...start).last { row(at: $0) != nil }
        return forward ? down ?? up : up ?? down
    }

    static func == (one: Self, other: Self) -> Bool { one.items == other.items && one.total == other.total }
}
