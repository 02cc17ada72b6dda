internal import Shared

/// How many changes a user may make with all terminals together. The limit is shared, because each change is sent to
/// all of them.
///
/// It has no clock: its owner reports when a second has passed.
struct ChangeAllowance {
    /// The burst, in seconds of the allowed rate.
    private static let burst = 10

    private let perSecond: Int
    /// The allowance that is used and not restored yet. A user who is not listed has used nothing.
    private var spent: [AccountID: Int] = [:]

    /// - Parameter perSecond: 0 means no limit.
    init(perSecond: Int) { self.perSecond = perSecond }

    /// - Returns: false if the allowance is used up.
    mutating func take(for account: AccountID) -> Bool {
        if perSecond == 0 { return true }
        let spent = spent[account, default: 0]
        guard spent < perSecond * Self.burst else { return false }
        self.spent[account] = spent + 1
        return true
    }

    mutating func secondPassed() {
        spent = spent.compactMapValues { $0 > perSecond ? $0 - perSecond : nil }
    }
}
