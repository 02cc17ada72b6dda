import NIOCore
import Shared
import Testing

@testable import PushServer

struct ConnectionRatesTests {
    private let now = NIODeadline.uptimeNanoseconds(0)

    /// - Parameter count: how many of 100 frames at once are accepted; nil: all.
    private func expect(
        _ count: Int?,
        of frame: ClientFrame,
        at location: SourceLocation = #_sourceLocation,
        _ change: (inout SessionLimits) -> Void
    ) {
        var limits = SessionLimits()
        (limits.framesPerSecond, limits.requestsPerSecond) = (0, 0)
        change(&limits)
        var rates = ConnectionRates(limits: limits, now: now)
        var codes: [CloseCode?] = []
        for _ in 0..<100 { codes.append(rates.received(frame, at: now)?.code) }
        let refused = codes.firstIndex { $0 != nil }
        #expect(refused == count, sourceLocation: location)
        if let refused { #expect(codes[refused] == .tooFast, sourceLocation: location) }
    }

    @Test func requestsHaveTheirOwnLimit() {
        let request = ChartRequest(coin: CoinID(1), interval: .hour, count: 10)
        expect(30, of: .openChart(ChartID(rawValue: 1), request)) { $0.requestsPerSecond = 3 }
        expect(nil, of: .closeChart(ChartID(rawValue: 1))) { $0.requestsPerSecond = 3 }
        expect(30, of: .detailRequest(number: 1, CoinID(1))) { $0.requestsPerSecond = 3 }
        expect(30, of: .iconRequest([CoinID(1)])) { $0.requestsPerSecond = 3 }
        expect(10, of: .accountRequest(number: 1, .listDevices)) { $0.requestsPerSecond = 1 }
        expect(10, of: .snapshotRequest(sequence: 1)) { $0.requestsPerSecond = 1 }
        expect(20, of: .unknown) { $0.framesPerSecond = 2 }
    }

    @Test func changesAreCountedByUserAndNotByConnection() {
        let mutation = NumberedMutation(number: 1, mutation: .test)
        expect(nil, of: .mutation(mutation)) { $0.mutationsPerSecond = 1 }
        expect(20, of: .mutation(mutation)) { $0.framesPerSecond = 2 }
    }
}
