import Shared

/// A terminal's table never goes back within a store, however many nodes the terminal moves among.
struct PositionRules {
    private var last: UserPosition?

    mutating func check(_ position: UserPosition?, of terminal: String) throws {
        guard let position else { return }
        if let last, last.store == position.store, position.version < last.version {
            throw Violation("\(terminal) went back from version \(last.version) to \(position.version)")
        }
        last = position
    }
}
