internal import Shared

/// A row with the figure by which it is sorted. Equal figures are sorted by rank, and rows without a figure come last.
struct SortedRow: Equatable {
    private let row: Int
    private let key: Double?
    private let rank: UInt32

    /// - Parameter namePlaces: the place of each row among all names, if rows are sorted by name.
    init(_ row: Int, _ quote: Quote, _ column: QuoteColumn, namePlaces: [Int]) {
        self.row = row
        rank = quote.fundamentals.rank ?? .max
        key =
            switch column.order {
            case .none: nil
            case .name: Double(namePlaces[row])
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
