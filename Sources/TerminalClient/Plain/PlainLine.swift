internal import Shared

/// A line of `tickwire --plain`, without the time in front of it.
enum PlainLine: Hashable, Sendable, CustomStringConvertible {
    // MARK: The connection
    case zone(String)
    case connecting
    case connected
    /// The server makes its prices up.
    case mockMarket
    case offline(reason: String)
    case stopped(reason: String)
    /// A source that is not live.
    /// - Parameters:
    ///   - subject: what it sends: `prices`.
    ///   - since: the time of its last answer; nil if none has come.
    case silent(subject: String, since: String?, cause: String)

    // MARK: What the user has
    /// The user's own lists, each with the number of its coins.
    case lists([String])
    case noSuchList(UnknownList)
    case coins([String], list: String)
    case nothing(EmptyReport)
    case settings(String)
    /// Prices are not in the user's currency, or its rate is old.
    case currency(StatusWords)
    /// The coins with transactions, each with the number of these.
    case transactions([String])
    case alerts([String])

    // MARK: Alerts that fire
    /// An alert that has fired, or could not be delivered.
    case alert(String)
    /// Alerts that had fired before.
    case firedBefore(count: Int)

    // MARK: Prices
    case delisted(String)
    case noPrice(String)
    /// - Parameters:
    ///   - source: the provider of the price; nil if it is not known.
    ///   - old: nil for a price of now; empty if the time of an old one is not known.
    ///   - change: such as `up 1.20% in 24 h`; nil if it is not known.
    case price(String, of: String, source: String?, old: String?, change: String?)

    var description: String {
        switch self {
        case .zone(let zone): "times are in \(zone)"
        case .connecting: "connecting"
        case .connected: "connected"
        case .mockMarket: "\(MockMarketWarning())"
        case .offline(let reason): "offline: \(reason)"
        case .stopped(let reason): "stopped: \(reason)"
        case .silent(let subject, let since, let cause):
            "\(subject) \(since.map { "old, from \($0)" } ?? "missing")\(cause.isEmpty ? "" : ": \(cause.escaped)")"
        case .lists(let names):
            names.isEmpty ? "no lists besides Favorites" : "lists: \(names.joined(separator: ", "))"
        case .noSuchList(let unknown): "\(unknown)"
        case .coins(let names, let list): "\(list.escaped): \(names.joined(separator: ", "))"
        case .nothing(let empty): empty.fact
        case .settings(let line): "settings: \(line)"
        case .currency(let words): words.text
        case .transactions(let coins): "transactions: \(coins.joined(separator: ", "))"
        case .alerts(let alerts): "alerts: \(alerts.joined(separator: ", "))"
        case .alert(let line): WatchLine.alert(line).description
        case .firedBefore(let count):
            (count == 1 ? "1 alert has fired" : "\(count) alerts have fired") + "; 'tickwire alerts' prints them"
        case .delisted(let name): "\(name) is no longer listed"
        case .noPrice(let name): "\(name) has no price"
        case .price(let price, let name, let source, let old, let change):
            "\(name) \(price)" + (source.map { " from \($0)" } ?? "")
                + (old.map { $0.isEmpty ? ", old" : ", old, heard at \($0)" } ?? "") + (change.map { ", \($0)" } ?? "")
        }
    }
}
