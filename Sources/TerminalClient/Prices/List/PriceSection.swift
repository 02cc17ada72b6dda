internal import Shared

/// The parts of the price list, in their order.
enum PriceSection: Int, CaseIterable, Sendable {
    case coins
    case tokens

    init(_ kind: InstrumentKind) {
        self = kind == .coin ? .coins : .tokens
    }

    var title: String {
        switch self {
        case .coins: "Coins"
        case .tokens: "Tokens"
        }
    }
}
