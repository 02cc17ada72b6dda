internal import Shared

/// How well the text of a filter matches a coin, the best first.
enum FilterMatch: Int, CaseIterable, Sendable {
    case symbol
    case startOfSymbol
    case startOfName
    case startOfWord
    case inside

    /// The items that match, the best first, and equally good ones by rank.
    /// - Parameter rank: the rank of an item's coin; nil if it has none.
    static func best<Item>(
        of items: [Item],
        match: (Item) -> FilterMatch?,
        rank: (Item) -> UInt32?
    ) -> [Item] {
        var found = allCases.map { _ in [(item: Item, rank: UInt32)]() }
        for item in items {
            if let match = match(item) { found[match.rawValue].append((item, rank(item) ?? .max)) }
        }
        return found.flatMap { $0.sorted { $0.rank < $1.rank }.map(\.item) }
    }
}

/// The texts that the filter searches and the sort by name compares. Each coin's are made once, and not with each key.
struct InstrumentIndex {
    /// The searched text in lower case: the name and the symbol of each row, each after a byte that no filter contains.
    private var text: [UInt8] = []
    /// Where each row begins in `text`; the last element is the end of the text.
    private var starts = [0]
    /// Where each row's symbol begins.
    private var symbolStarts: [Int] = []
    private var namePlaces: [Int]?
    /// The hash of the instruments in this index.
    private var hash: UInt64 = 0
    private static let separator: UInt8 = 0

    /// Adds coins that are new or were renamed.
    mutating func follow(_ table: MarketTable) {
        if starts.count == table.count + 1, hash == table.instrumentsHash { return }
        (text, starts, symbolStarts, namePlaces, hash) = ([], [0], [], nil, table.instrumentsHash)
        for row in 0..<table.count {
            let instrument = table.instrument(ofRow: row)
            text.append(Self.separator)
            text += instrument.name.lowercased().utf8
            text.append(Self.separator)
            symbolStarts.append(text.count)
            text += instrument.symbol.lowercased().utf8
            starts.append(text.count)
        }
    }

    /// - Parameter filter: not empty.
    /// - Returns: for each row, how well its name or symbol matches the filter in any case; nil if neither contains it.
    func matches(_ filter: String) -> [FilterMatch?] {
        let filter = Array(filter.lowercased().utf8)
        var matches = [FilterMatch?](repeating: nil, count: starts.count - 1)
        guard let first = filter.first else { return matches }
        // One pass through all names. They are short, so a plain search is fastest.
        text.withUnsafeBufferPointer { text in
            filter.withUnsafeBufferPointer { filter in
                for row in matches.indices {
                    var place = starts[row]
                    let last = starts[row + 1] - filter.count
                    while place <= last, matches[row] != .symbol {
                        if text[place] == first, filter.indices.allSatisfy({ text[place + $0] == filter[$0] }) {
                            let match = match(at: place, length: filter.count, row: row, text)
                            if match.rawValue < matches[row]?.rawValue ?? .max { matches[row] = match }
                        }
                        place += 1
                    }
                }
            }
        }
        return matches
    }

    private func match(at place: Int, length: Int, row: Int, _ text: UnsafeBufferPointer<UInt8>) -> FilterMatch {
        if text[place - 1] == Self.separator {
            if place < symbolStarts[row] { return .startOfName }
            return place + length == starts[row + 1] ? .symbol : .startOfSymbol
        }
        return place < symbolStarts[row] && !Self.isOfAWord(text[place - 1]) ? .startOfWord : .inside
    }

    /// A byte beyond ASCII counts as part of a letter.
    private static func isOfAWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
        default: false
        }
    }

    /// The place of each row among all names.
    mutating func placesByName() -> [Int] {
        if let namePlaces { return namePlaces }
        let order = (0..<starts.count - 1).sorted { text(of: $0).lexicographicallyPrecedes(text(of: $1)) }
        var places = Array(repeating: 0, count: order.count)
        for (place, row) in order.enumerated() { places[row] = place }
        namePlaces = places
        return places
    }

    private func text(of row: Int) -> ArraySlice<UInt8> { text[starts[row]..<starts[row + 1]] }
}
