import MockMarket
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

/// Posts to several hosts, of which one misbehaves.
extension DeliveryTests {
    @Test func aHostThatHangsDelaysNoOtherHostsPosts() async throws {
        let hanging = NIOLockedValueBox(0)
        let host = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { _ in
            hanging.withLockedValue { $0 += 1 }
            return MockReply(steps: [.hang])
        }
        try await PostStage.run(and: host.baseURL) { stage in
            for id in 1...4 as ClosedRange<UInt64> { try await stage.add(.ntfy, to: "\(host.baseURL)/\(id)", id: id) }
            for id in 1...40 as ClosedRange<UInt64> { try await stage.fire(id) }
            // While a host has not answered, libcurl may hold further requests to it back.
            try await stage.until { hanging.withLockedValue { $0 } > 0 }
            let way = try await stage.add(.ntfy, id: 5)
            try await stage.fire(41)
            try await stage.until { try await stage.state(way)?.phase == .delivered }
            #expect(stage.requests.map(\.path) == ["/topic"])
            #expect(hanging.withLockedValue { $0 } <= PostPlaces.originMax, "it has only its share")
            #expect(try await stage.waitingCount == 4 * 41)
        }
        await host.stop()
    }
}
