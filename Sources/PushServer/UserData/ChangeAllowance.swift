internal import Shared

/// How many changes a user may make with all terminals together. Together, because each change is told to all of them.
///
/// It knows no clock: its owner says when a second has passed.
struct ChangeAllowance {
    /// How many seconds' worth may come at once.
    private static let burst = 10

    private let perSecond: Int
    /// What has been used and not given back yet. A user who is not listed has used nothing.
    private var spent: [AccountID: Int] = [:]

    /// - Parameter perSecond: 0: any number.
    init(perSecond: Int) { self.perSecond = perSecond }

    /// - Returns: false if it is used up.
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
