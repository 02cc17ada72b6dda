internal import Shared

/// A line of `tickwire watch` about something other than a price or a source.
enum WatchLine: Hashable, Sendable, CustomStringConvertible {
    /// The whole market came; changes follow.
    case snapshot(coins: Int, sequence: UInt64)
    case favorites([String], settings: String)
    /// An alert that has fired, or could not be delivered.
    case alert(String)

    var description: String {
        switch self {
        case .snapshot(let coins, let sequence): "snapshot of \(coins) coins at sequence \(sequence)"
        case .favorites(let names, let settings):
            "favorites: \(names.isEmpty ? "none" : names.joined(separator: " "))  (\(settings))"
        case .alert(let line): "alert: \(line.escaped)"
        }
    }
}
