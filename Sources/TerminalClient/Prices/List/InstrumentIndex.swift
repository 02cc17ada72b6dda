internal import Shared

/// What the filter searches and the sort by name compares, made once for each coin and not with each key.
struct InstrumentIndex {
    /// What is searched, in lower case: for each row its name and its symbol, each after a byte that no filter has.
    private var text: [UInt8] = []
    /// Where each row begins in `text`, and where the last one ends.
    private var starts = [0]
    private var namePlaces: [Int]?
    /// Of the instruments that are in here.
    private var hash: UInt64 = 0
    private static let separator: UInt8 = 0

    /// Takes over coins that are new, or were renamed.
    mutating func follow(_ table: MarketTable) {
        if starts.count == table.count + 1, hash == table.instrumentsHash { return }
        (text, starts, namePlaces, hash) = ([], [0], nil, table.instrumentsHash)
        for row in 0..<table.count {
            let instrument = table.instrument(ofRow: row)
            for part in [instrument.name, instrument.symbol] {
                text.append(Self.separator)
                text += part.lowercased().utf8
            }
            starts.append(text.count)
        }
    }

    /// - Parameter filter: not empty.
    /// - Returns: for each row whether name or symbol contain the filter, in whatever case.
    func matches(_ filter: String) -> [Bool] {
        let filter = Array(filter.lowercased().utf8)
        var matches = Array(repeating: false, count: starts.count - 1)
        guard let first = filter.first else { return matches }
        // One walk through all names. They are short: the obvious search is the quick one.
        text.withUnsafeBufferPointer { text in
            filter.withUnsafeBufferPointer { filter in
                for row in matches.indices {
                    var place = starts[row]
                    let last = starts[row + 1] - filter.count
                    while place <= last, !matches[row] {
                        matches[row] =
                            text[place] == first && filter.indices.allSatisfy { text[place + $0] == filter[$0] }
                        place += 1
                    }
                }
            }
        }
        return matches
    }

    /// Each row's place among all names.
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
