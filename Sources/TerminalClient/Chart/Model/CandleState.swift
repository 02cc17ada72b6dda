/// How the shown candles are, beside the name of their source.
enum CandleState: Hashable, Sendable {
    /// There is nothing to say besides the name, and the age if they are old.
    case whole(age: String?)
    case loading
    case offline(age: String?)
    case failing(reason: String, age: String?)
    case partial(count: Int, of: Int)
    case loadingOlder

    /// - Parameter source: its title.
    func phrase(from source: String) -> Phrase {
        switch self {
        case .whole(let age): Phrase(source + Self.clause(age), .quiet)
        case .loading: Phrase("\(source), loading…", .quiet)
        case .offline(let age): Phrase("\(source)\(Self.clause(age)), not live: no connection", .warning)
        case .failing(let reason, let age): Phrase("\(source)\(Self.clause(age)), not live: \(reason)", .warning)
        case .partial(let count, let expected): Phrase("\(source), \(count) of \(expected) candles…", .quiet)
        case .loadingOlder: Phrase("\(source), loading older…", .quiet)
        }
    }

    private static func clause(_ age: String?) -> String { age.map { ", \($0) old" } ?? "" }
}
