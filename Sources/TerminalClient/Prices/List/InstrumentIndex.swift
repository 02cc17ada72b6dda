internal import Shared

/// What the filter searches and the sort by name compares, made once for each coin and not with each key.
struct InstrumentIndex {
    private struct Entry {
        let instrument: Instrument
        let name: [UInt8]
        let symbol: [UInt8]
    }

    private var entries: [Entry] = []
    private var namePlaces: [Int]?

    /// Takes over coins that are new, or were renamed.
    mutating func follow(_ table: MarketTable) {
        if table.count < entries.count { (entries, namePlaces) = ([], nil) }
        for row in 0..<table.count {
            let instrument = table[row].instrument
            if row < entries.count, entries[row].instrument == instrument { continue }
            let entry = Entry(
                instrument: instrument,
                name: Array(instrument.name.lowercased().utf8),
                symbol: Array(instrument.symbol.lowercased().utf8)
            )
            if row < entries.count { entries[row] = entry } else { entries.append(entry) }
            namePlaces = nil
        }
    }

    /// - Parameter filter: in lower case.
    func matches(_ filter: [UInt8], row: Int) -> Bool {
        entries[row].symbol.contains(filter) || entries[row].name.contains(filter)
    }

    /// Each row's place among all names.
    mutating func placesByName() -> [Int] {
        if let namePlaces { return namePlaces }
        let order = entries.indices.sorted { entries[$0].name.lexicographicallyPrecedes(entries[$1].name) }
        var places = Array(repeating: 0, count: entries.count)
        for (place, row) in order.enumerated() { places[row] = place }
        namePlaces = places
        return places
    }
}

extension [UInt8] {
    /// Names are short: the obvious search is the quick one.
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard count >= part.count else { return false }
        for start in 0...(count - part.count) where self[start] == first {
            if (1..<part.count).allSatisfy({ self[start + $0] == part[$0] }) { return true }
        }
        return false
    }
}
