/// The order of a section.
package struct PriceSort: Equatable, Sendable {
    /// In the order of their columns, with their names on the command line.
    package enum Key: String, CaseIterable, Sendable {
        case rank, name, price
        case dayChange = "change"
        case hourChange = "hour"
        case weekChange = "week"
        case volume
        case marketCap = "market-cap"

        var column: QuoteColumn {
            switch self {
            case .rank: .rank
            case .name: .name
            case .price: .price
            case .dayChange: .dayChange
            case .hourChange: .hourChange
            case .weekChange: .weekChange
            case .volume: .volume
            case .marketCap: .marketCap
            }
        }

        init?(_ column: QuoteColumn) {
            switch column {
            case .rank: self = .rank
            case .badge, .symbol, .name: self = .name
            case .price: self = .price
            case .dayChange: self = .dayChange
            case .hourChange: self = .hourChange
            case .weekChange: self = .weekChange
            case .volume: self = .volume
            case .marketCap: self = .marketCap
            case .star, .trend, .source: return nil
            }
        }

        /// Ranks and names count up; of figures the largest are what one looks for.
        var startsDescending: Bool { self != .rank && self != .name }
        var next: Key {
            let rest = Self.allCases.drop { $0 != self }.dropFirst()
            return rest.first ?? .rank
        }
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
