internal import Shared

/// How many changes a user may make with all terminals together: each change is told to all of them.
///
/// Knows no clock: somebody says when a second has passed.
struct ChangeAllowance {
    /// So many seconds' worth may come at once.
    private static let burst = 10

    private let perSecond: Int
    /// What has not been given back yet. Who is not here has all of it.
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
