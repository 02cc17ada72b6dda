import Testing

@testable import TerminalKit

/// Requests for a frame: as many as are heard, however many are made.
struct FrameDemandTests {
    private func requests(of demand: FrameDemand) async -> Int {
        demand.requests.finish()
        var count = 0
        for await _ in demand.requests { count += 1 }
        return count
    }

    @Test func whatIsWantedTwiceIsRequestedOnce() async {
        let demand = FrameDemand()
        demand.raise()
        demand.lookAgain()
        demand.raise()
        #expect(demand.heard())
        #expect(await requests(of: demand) == 1)
    }

    @Test func whatIsWantedAfterARequestWasHeardIsRequestedAnew() async {
        let demand = FrameDemand()
        var requests = demand.requests.makeAsyncIterator()
        demand.raise()
        _ = await requests.next()
        #expect(demand.heard())
        let frame = demand.beginFrame()
        #expect(!demand.isRaised)
        demand.raise(ifStill: frame)
        _ = await requests.next()
        #expect(demand.heard())
    }

    @Test func aChangeThatAnOlderFrameSawIsRequestedByNobody() async {
        let demand = FrameDemand()
        let older = demand.beginFrame()
        _ = demand.beginFrame()
        demand.raise(ifStill: older)
        #expect(!demand.heard())
        #expect(await requests(of: demand) == 0)
    }

    @Test func whatIsWantedBeforeTheFrameBeginsIsInTheFrame() async {
        let demand = FrameDemand()
        var requests = demand.requests.makeAsyncIterator()
        demand.raise()
        _ = await requests.next()
        #expect(demand.heard())
        demand.raise()
        _ = demand.beginFrame()
        // It is asked for once more, and there is nothing to draw.
        _ = await requests.next()
        #expect(!demand.heard())
    }
}
