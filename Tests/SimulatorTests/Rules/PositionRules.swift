import Shared

/// A user's table never goes back within a store, among however many nodes its terminal moves.
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
