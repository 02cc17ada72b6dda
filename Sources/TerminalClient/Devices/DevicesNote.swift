/// What is said below the list of devices.
enum DevicesNote: Hashable, Sendable {
    /// There is no connection, so devices may have come or gone since.
    case old
    case noOther

    var phrase: Phrase {
        switch self {
        case .old: Phrase("This was the state when the connection was lost.", .warning)
        case .noOther: Phrase("You are not logged in anywhere else.", .quiet)
        }
    }
}
