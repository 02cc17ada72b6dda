/// What was printed although it is older than the user allows.
enum AgeComplaint: Hashable, Sendable, CustomStringConvertible {
    case tooOld(name: String, seconds: String, limit: String)
    /// The age is not known, so it may be too old.
    case noAge(name: String, limit: String)
    /// Further ones that are not named.
    case others(Int)

    var description: String {
        switch self {
        case .tooOld(let name, let seconds, let limit): "\(name) is \(seconds) s old, more than --max-age \(limit)"
        case .noAge(let name, let limit): "the age of \(name) is not known, and --max-age allows \(limit)"
        case .others(1): "1 more is too old, or its age is not known"
        case .others(let count): "\(count) more are too old, or their age is not known"
        }
    }
}
