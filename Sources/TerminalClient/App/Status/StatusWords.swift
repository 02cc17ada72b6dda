/// The state, in the words of the status line.
package enum StatusWords: Hashable, Sendable, CustomStringConvertible {
    // MARK: The connection
    case connecting
    case live
    /// Prices come as they change, and the server makes them up. In other states, it follows the connection.
    case mockMarket
    /// There is a connection, and no prices come.
    case connected
    case loading
    case nothingComes
    /// - Parameter seconds: the time until the next try.
    case waiting(seconds: Int64)
    case stopped
    case notSaved(count: Int)

    // MARK: Short forms
    case offline
    case oldPrices

    // MARK: Currencies
    case noRate(currency: String)
    /// - Parameter day: the day of the rates.
    case oldRates(currency: String, day: String)

    // MARK: Sources of prices
    /// The age of prices that are shown without a live connection.
    case age(String)
    /// A source has sent nothing since the server started.
    case awaited(subject: String, age: String?, source: String, cause: String)
    /// Another exchange has replaced the preferred one.
    case otherSource(String, cause: String, nextTry: String?)
    case old(subject: String, age: String?, cause: String, nextTry: String?)

    var phrase: Phrase { Phrase(text, tone) }

    package var description: String { text }

    var text: String {
        switch self {
        case .connecting: "connecting…"
        case .live: "live"
        case .mockMarket: "mock market"
        case .connected: "connected"
        case .loading: "loading prices…"
        case .nothingComes: "the server sends nothing"
        case .waiting(let seconds): "offline, next try in \(seconds) s"
        case .stopped: "disconnected"
        case .notSaved(let count): "\(count) not saved yet"
        case .offline: "offline"
        case .oldPrices: "old prices"
        case .noRate(let currency): "no rate for \(currency): prices are in USD"
        case .oldRates(let currency, let day): "\(currency) at old rates, from \(day)"
        case .age(let age): "prices \(age) old"
        case .awaited(let subject, nil, let source, let cause):
            "waiting for \(subject) from \(source)" + Self.clause(cause)
        case .awaited(let subject, let age?, let source, let cause):
            "\(subject) \(age) old, waiting for \(source)" + Self.clause(cause)
        case .otherSource(let source, let cause, let nextTry):
            "prices from \(source)" + Self.clause(cause) + Self.hint(nextTry)
        case .old(let subject, nil, let cause, let nextTry):
            "no \(subject) yet" + Self.clause(cause) + Self.hint(nextTry)
        case .old(let subject, let age?, let cause, let nextTry):
            "\(subject) \(age) old" + Self.clause(cause) + Self.hint(nextTry)
        }
    }

    private var tone: Tone {
        switch self {
        case .live: .good
        case .connecting, .loading, .notSaved, .otherSource, .awaited(_, nil, _, _): .quiet
        case .mockMarket, .connected, .nothingComes, .oldPrices, .age, .awaited, .old, .noRate, .oldRates: .warning
        case .waiting, .stopped, .offline: .problem
        }
    }

    private static func clause(_ cause: String) -> String { cause.isEmpty ? "" : ": \(cause)" }
    private static func hint(_ nextTry: String?) -> String { nextTry.map { " (next try in \($0))" } ?? "" }
}
