/// The order of a section.
struct PriceSort: Equatable, Sendable {
    enum Key: Int, CaseIterable, Sendable {
        case rank
        case name
        case price
        case dayChange

        var column: QuoteColumn {
            switch self {
            case .rank: .rank
            case .name: .name
            case .price: .price
            case .dayChange: .dayChange
            }
        }

        init?(_ column: QuoteColumn) {
            switch column {
            case .rank: self = .rank
            case .badge, .symbol, .name: self = .name
            case .price: self = .price
            case .dayChange: self = .dayChange
            default: return nil
            }
        }

        /// Ranks and names count up; of figures the largest are what one looks for.
        var startsDescending: Bool { self == .price || self == .dayChange }
        var next: Key { Key(rawValue: rawValue + 1) ?? .rank }
    }

    var key: Key
    var isDescending: Bool

    init(_ key: Key = .rank, isDescending: Bool? = nil) {
        self.key = key
        self.isDescending = isDescending ?? key.startsDescending
    }

    var flipped: PriceSort { PriceSort(key, isDescending: !isDescending) }
    /// Which way the figures grow.
    var arrow: String { isDescending ? "▼" : "▲" }
}
