internal import Shared

/// What is printed in place of a table that has no rows.
package enum EmptyReport: Hashable, Sendable, CustomStringConvertible {
    case favorites
    /// A status bar without arguments shows favorites.
    case bar
    case coins(list: String)
    case holdings
    case transactions
    case alerts
    case deliveries

    /// What there is none of.
    var fact: String {
        switch self {
        case .favorites, .bar: "no favorites"
        case .coins(let list): "\(list.escaped) has no coins"
        case .holdings: "no holdings"
        case .transactions: "no transactions"
        case .alerts: "no alerts"
        case .deliveries: "no ways of delivery"
        }
    }

    /// The fact, and how to change it.
    package var description: String {
        switch self {
        case .favorites, .coins, .transactions, .alerts: fact
        case .bar: "\(fact); name coins, as in 'tickwire bar BTC'"
        case .holdings: "\(fact); 'tickwire holdings add BTC --bought 0.5 --price 60000' adds a purchase"
        case .deliveries: "\(fact); 'tickwire alerts ways add' adds one"
        }
    }
}
