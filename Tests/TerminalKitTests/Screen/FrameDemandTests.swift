import Testing

@testable import TerminalKit

/// Requests for a frame are joined until they are handled.
struct FrameDemandTests {
    private func requests(of demand: FrameDemand) async -> Int {
        demand.requests.finish()
        var count = 0
        for await _ in demand.requests { count += 1 }
        return count
    }

    @Test func twoDemandsAreOneRequest() async {
        let demand = FrameDemand()
        demand.raise()
        demand.lookAgain()
        demand.raise()
        #expect(demand.heard())
        #expect(await requests(of: demand) == 1)
    }

    @Test func aDemandAfterAHandledRequestIsANewOne() async {
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

    @Test func aChangeThatAFrameHasShownIsNotRequested() async {
        let demand = FrameDemand()
        let older = demand.beginFrame()
        _ = demand.beginFrame()
        demand.raise(ifStill: older)
        #expect(!demand.heard())
        #expect(await requests(of: demand) == 0)
    }

    @Test func aDemandBeforeAFrameIsPartOfIt() async {
        let demand = FrameDemand()
        var requests = demand.requests.makeAsyncIterator()
        demand.raise()
        _ = await requests.next()
        #expect(demand.heard())
        demand.raise()
        _ = demand.beginFrame()
        // A frame is requested once more, with nothing to draw.
        _ = await requests.next()
        #expect(!demand.heard())
    }
}
