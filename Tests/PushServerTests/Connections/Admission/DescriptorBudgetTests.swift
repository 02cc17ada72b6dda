import Testing

@testable import PushServer

struct DescriptorBudgetTests {
    @Test func aLimitThatFitsIsKept() {
        #expect(DescriptorBudget(filesMax: 20_000, eventLoops: 2).connections(wanted: 16_000) == 16_000)
        #expect(DescriptorBudget(filesMax: nil, eventLoops: 2).connections(wanted: 16_000) == 16_000)
    }

    /// A tenth more connections come in, to get the reason for the refusal.
    @Test(arguments: [512, 1_024, 4_096, 65_536])
    func theServerKeepsItsOwnDescriptorsWithATenthMoreConnections(most: Int) {
        let connections = DescriptorBudget(filesMax: most, eventLoops: 16).connections(wanted: 1_000_000)
        let left = most - connections - connections / 10
        #expect((272...273).contains(left))
    }

    @Test func aServerWithFewDescriptorsStillTakesOneConnection() {
        let budget = DescriptorBudget(filesMax: 20, eventLoops: 2)
        #expect(budget.connections(wanted: 16_000) == 1)
        #expect(budget.sockets == 1)
    }
}
