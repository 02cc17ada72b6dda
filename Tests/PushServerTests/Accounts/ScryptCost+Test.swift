@testable import PushServer

extension ScryptCost {
    /// For tests of everything but the cost.
    static let cheap = ScryptCost(log2n: 4, r: 1, p: 1)
}
