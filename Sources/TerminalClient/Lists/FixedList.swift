/// A change that the list that always exists refuses.
package enum FixedList: Error, Hashable, Sendable, CustomStringConvertible {
    case rename
    case delete
    case move

    package var description: String { "Favorites always exists; it cannot be \(verb)." }

    private var verb: String {
        switch self {
        case .rename: "renamed"
        case .delete: "deleted"
        case .move: "moved"
        }
    }
}
