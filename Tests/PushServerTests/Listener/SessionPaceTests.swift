import NIOCore
import Shared
import Testing

@testable import PushServer

struct SessionPaceTests {
    private let now = NIODeadline.uptimeNanoseconds(0)
    private let change = ClientFrame.mutation(
        NumberedMutation(number: 1, settled: 0, mutation: .removeAllFavorites)
    )

    private func expect(
        _ count: Int?,
        of frame: ClientFrame,
        at location: SourceLocation = #_sourceLocation,
        _ change: (inout SessionLimits) -> Void
    ) {
        var limits = SessionLimits()
        (limits.framesPerSecond, limits.mutationsPerSecond, limits.requestsPerSecond) = (0, 0, 0)
        change(&limits)
        var pace = SessionPace(limits: limits, now: now)
        var codes: [CloseCode?] = []
        for _ in 0..<100 { codes.append(pace.received(frame, at: now)?.code) }
        let refused = codes.firstIndex { $0 != nil }
        #expect(refused == count, sourceLocation: location)
        if let refused { #expect(codes[refused] == .tooFast, sourceLocation: location) }
    }

    @Test func eachKindHasALimitOfItsOwn() {
        expect(30, of: change) { $0.mutationsPerSecond = 3 }
        expect(nil, of: change) { $0.requestsPerSecond = 3 }
        let order = ChartOrder(coin: CoinID(1), interval: .hour, count: 10)
        expect(30, of: .openChart(ChartID(rawValue: 1), order)) { $0.requestsPerSecond = 3 }
        expect(nil, of: .closeChart(ChartID(rawValue: 1))) { $0.requestsPerSecond = 3 }
        expect(30, of: .detailRequest(number: 1, CoinID(1))) { $0.requestsPerSecond = 3 }
        expect(30, of: .iconRequest([CoinID(1)])) { $0.requestsPerSecond = 3 }
        expect(10, of: .accountRequest(number: 1, .listDevices)) { $0.requestsPerSecond = 1 }
        expect(10, of: .snapshotRequest(sequence: 1)) { $0.requestsPerSecond = 1 }
        expect(20, of: .unknown) { $0.framesPerSecond = 2 }
    }
}
