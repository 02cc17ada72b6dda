internal import Shared

/// A row with the figure by which it is sorted. Equal figures are sorted by rank, and rows without a figure come last.
struct SortedRow: Equatable {
    private let row: Int
    private let key: Double?
    private let rank: UInt32

    init(_ row: Int, _ quote: Quote, _ column: QuoteColumn, places: SortPlaces) {
        self.row = row
        rank = quote.fundamentals.rank ?? .max
        key =
            switch column.order {
            case .none, .like: nil
            case .name: Double(places.names[row])
            case .source: quote.mantissa == nil ? nil : places.sources[quote.pricing.source].map(Double.init)
            case .figure(_, let figure): figure(quote)
            }
    }

    static func sorted(_ rows: [SortedRow], isDescending: Bool) -> [Int] {
        rows.sorted { $0.precedes($1, isDescending: isDescending) }.map(\.row)
    }

    private func precedes(_ other: SortedRow, isDescending: Bool) -> Bool {
        switch (key, other.key) {
        case (let mine?, let theirs?) where mine != theirs: isDescending ? mine > theirs : mine < theirs
        case (_?, nil): true
        case (nil, _?): false
        default: (rank, row) < (other.rank, other.row)
        }
    }
}

/// The places of texts in their alphabetical order, for the column that a list is sorted by.
struct SortPlaces {
    /// The place of each row among all names; empty if the list is not sorted by them.
    var names: [Int] = []
    /// The place of each source; empty if the list is not sorted by them.
    var sources: [SourceNumber: Int] = [:]

    init(_ column: QuoteColumn, in table: MarketTable, _ index: inout InstrumentIndex) {
        switch column.order {
        case .name:
            index.follow(table)
            names = index.placesByName()
        case .source:
            let byName = table.sources.sorted { $0.provider.lowercased() < $1.provider.lowercased() }
            sources = Dictionary(uniqueKeysWithValues: byName.enumerated().map { ($1.number, $0) })
        case .none, .like, .figure: break
        }
    }
}
