internal import Shared

/// The words in place of what a screen does not have: why that is, and when or how it changes.
protocol AbsenceWords: Hashable, Sendable {
    /// The first line says what is the case, and the others what happens next.
    var lines: [String] { get }
}

extension AbsenceWords {
    /// All lines in one.
    var text: String { lines.joined(separator: " ") }
}

/// The words in place of lists of coins and of charts, which several screens have. Other words are beside the view model of
/// their screen.
enum Absence: AbsenceWords {
    // MARK: Prices
    /// - Parameter causes: why sources have sent nothing, as sentences.
    case serverHasNoPrices(causes: [String])
    case pricesConnecting(server: String)
    case pricesLoading
    /// - Parameter reason: why there is no connection, as a sentence.
    case pricesOffline(reason: String)
    /// A setting may hide tokens.
    case noMatch(filter: String, clear: String?, hidesTokens: Bool = false)

    // MARK: Favorites
    case favoritesLoading
    case favoritesOffline
    case noFavorites(mark: String?)
    case listEmpty(name: String, add: String?)
    /// A coin of a list that the server's market does not have.
    case notOnServer

    // MARK: Charts
    case candlesLoading(source: String)
    case noCandles(source: String, symbol: String, CandleInterval)
    case chartConnecting
    case chartOffline
    case coinGone(symbol: String)
    case notListed(source: String, symbol: String, isElsewhere: Bool)
    case sourceNeedsKey(String)
    case sourceUnavailable(String)
    /// The source that has what is missing. Its name follows the key that chooses it.
    case otherSource(String)
    case tooSmallForChart

    var lines: [String] {
        switch self {
        case .serverHasNoPrices(let causes):
            ["The server has no prices yet."] + causes + ["They appear here as they come in."]
        case .pricesConnecting(let server): ["Connecting to \(server)…"]
        case .pricesLoading: ["Loading prices…"]
        case .pricesOffline(let reason): ["No prices yet.", reason, "They appear here once there is a connection."]
        case .noMatch(let filter, let key, let hidesTokens):
            ["Nothing matches \"\(filter)\"."]
                + (hidesTokens ? ["Tokens are left out, because \"Coins only\" is on in Settings."] : [])
                + (key.map { ["Press \($0) to show everything again."] } ?? [])
        case .favoritesLoading: ["Loading your favorites…"]
        case .favoritesOffline: ["No favorites yet.", "They appear here once there is a connection."]
        case .noFavorites(let key):
            [
                "You have no favorites yet.",
                "\(key.map { "Press \($0) on a coin" } ?? "Mark a coin") in Prices; it appears here and on your other terminals.",
            ]
        case .listEmpty(let name, let key):
            [
                "\(name) has no coins yet.",
                "\(key.map { "Press \($0) on a coin" } ?? "Choose a coin") in Prices to add it; it appears here and on your other terminals.",
            ]
        case .notOnServer: ["not listed on this server"]
        case .candlesLoading(let source): ["Loading candles from \(source)…"]
        case .noCandles(let source, let symbol, let interval):
            ["\(source) has no candles of \(symbol) in \(interval.rawValue)."]
        case .chartConnecting: ["Connecting…", "The chart appears once there is a connection."]
        case .chartOffline: ["No connection to the server.", "The chart appears once there is a connection."]
        case .coinGone(let symbol): ["\(symbol) is no longer listed."]
        case .notListed(let source, let symbol, let isElsewhere):
            ["\(source) does not list \(symbol)."] + (isElsewhere ? [] : ["No other source lists it."])
        case .sourceNeedsKey(let message): [message, "The server's operator can give it one."]
        case .sourceUnavailable(let message): [message, "The server tries again by itself."]
        case .otherSource(let title): ["take candles from \(title), on all your terminals"]
        case .tooSmallForChart: ["Too small for a chart"]
        }
    }
}

extension Session {
    /// Why the market has no coins.
    var marketAbsence: Absence {
        if market.isComplete { return .serverHasNoPrices(causes: causes) }
        return switch state() {
        case .connecting: .pricesConnecting(server: server.description)
        case .live: .pricesLoading
        case .waiting(_, let error), .stopped(let error): .pricesOffline(reason: error.description)
        }
    }

    /// Why sources of prices send nothing. Several may have the same cause.
    private var causes: [String] {
        let silent = market.table.sources.filter { $0.kind.subject != nil && $0.state != .live && !$0.cause.isEmpty }
        return silent.map(\.cause).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
