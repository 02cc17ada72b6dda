internal import Shared

/// What the chart of past values lacks, and why.
enum HistoryRemark: Hashable, Sendable, CustomStringConvertible {
    /// The coins whose prices have come, of all that are asked for.
    case loading(Int, of: Int)
    /// The prices of these coins cannot be had for now. They are asked for again by themselves.
    case delayed(symbols: [String])
    case unpriced(symbols: [String])
    /// - Parameter day: the first day with a value; nil if no day has all prices.
    case pricesBegin(CivilDate?)
    /// Only some coins are asked for, because each costs the server a request.
    case coinsLeftOut(Int)
    /// - Parameter count: how many days have no price of the coin that lacks most.
    case daysWithoutPrice(Int, symbols: [String])

    var description: String {
        switch self {
        case .loading(let loaded, let count): "loading prices: \(loaded) of \(count) coins…"
        case .delayed(let symbols): "without \(symbols.joined(separator: ", ")) for now: asking again"
        case .unpriced(let symbols): "without \(symbols.joined(separator: ", ")): no past prices"
        case .pricesBegin(nil): "no day with all prices"
        case .pricesBegin(let day?): "no prices before \(day)"
        case .coinsLeftOut(1): "without 1 more coin"
        case .coinsLeftOut(let count): "without \(count) more coins"
        case .daysWithoutPrice(let count, let symbols):
            (count == 1 ? "1 day has" : "\(count) days have") + " no price of \(symbols.joined(separator: ", "))"
        }
    }

    /// The words where there is little room.
    var brief: String { if case .pricesBegin(let day?) = self { "since \(day)" } else { description } }

    /// Whether the remark names the day on which the prices begin.
    var hasDay: Bool { if case .pricesBegin(_?) = self { true } else { false } }
}
