internal import Shared

/// The parts of a list of coins, in their order.
enum PriceSection: Int, CaseIterable, Sendable {
    /// All coins of a list without sections.
    case all
    case coins
    case tokens

    init(_ kind: InstrumentKind) {
        self = kind == .coin ? .coins : .tokens
    }
}
