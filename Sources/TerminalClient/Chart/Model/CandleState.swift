/// How the shown candles are, beside the name of their source.
enum CandleState: Hashable, Sendable {
    /// There is nothing to say besides the name.
    case whole
    case loading
    case offline
    case failing(reason: String)
    case partial(count: Int, of: Int)
    case loadingOlder

    /// - Parameter source: its title.
    func phrase(from source: String) -> Phrase {
        switch self {
        case .whole: Phrase(source, .quiet)
        case .loading: Phrase("\(source), loading…", .quiet)
        case .offline: Phrase("\(source), not live: no connection", .warning)
        case .failing(let reason): Phrase("\(source), not live: \(reason)", .warning)
        case .partial(let count, let expected): Phrase("\(source), \(count) of \(expected) candles…", .quiet)
        case .loadingOlder: Phrase("\(source), loading older…", .quiet)
        }
    }
}
