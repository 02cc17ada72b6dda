import Testing

@testable import PushServer

struct ChangeAllowanceTests {
    private let ada = AccountID(rawValue: 1)
    private let bob = AccountID(rawValue: 2)

    /// The number of accepted changes.
    private func count(_ allowance: inout ChangeAllowance, for account: AccountID) -> Int {
        (0..<100).count { _ in allowance.take(for: account) }
    }

    @Test func aBurstOfTenSecondsIsAllowedAndThenTheSteadyRate() {
        var allowance = ChangeAllowance(perSecond: 3)
        let (first, others) = (count(&allowance, for: ada), count(&allowance, for: bob))
        #expect(first == 30)
        #expect(others == 30, "each user has their own")
        allowance.secondPassed()
        let second = count(&allowance, for: ada)
        #expect(second == 3)
        for _ in 0..<20 { allowance.secondPassed() }
        let rested = count(&allowance, for: ada)
        #expect(rested == 30)
    }

    @Test func zeroMeansNoLimit() {
        var allowance = ChangeAllowance(perSecond: 0)
        let taken = count(&allowance, for: ada)
        #expect(taken == 100)
    }
}
