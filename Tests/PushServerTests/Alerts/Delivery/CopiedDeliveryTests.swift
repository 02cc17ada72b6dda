import MockMarket
import Shared
import Testing

@testable import PushServer

/// Ways of delivery that come from another server, by `tickwire import` or `move-to`.
@Suite(.timeLimit(.minutes(5)))
struct CopiedDeliveryTests {
    @Test func aWayThatIsImportedAfterATestSendsNone() async throws {
        try await PostStage.run { stage in
            let way = try await stage.add(.ntfy)
            #expect(try await stage.settle(.test([way], number: 5)) == .applied)
            try await stage.until { try await stage.state(way)?.test == 5 }
            let source = try await stage.table
            #expect(try await stage.settle(.remove(way.id)) == .applied)
            var rules = RecordRules()
            rules.deliveryOrigins = [stage.receiver.baseURL]
            let target = try await stage.table
            let merge = TableMerge(of: source, into: target, within: rules)
            for part in try merge.mutations(for: target, within: rules) {
                #expect(try await stage.settle(part) == .applied)
            }
            #expect(try await stage.waitingCount == 0 && stage.requests.count == 1)
            #expect(try await stage.table.delivery(way.id)?.test == 0)
        }
    }
}
