import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// A terminal requests the weeks of visible rows once the screen rests, if it shows weeks.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WeekReplicaTests {
    private let hour = MarketHour(481_644)

    private func withReplica(
        _ body: (WeekReplica, ManualClock, AsyncStream<ClientFrame>) async throws -> Void
    ) async rethrows {
        let (replica, time) = (WeekReplica(), ManualClock())
        let (requests, request) = AsyncStream.makeStream(of: ClientFrame.self)
        replica.connected { request.yield($0) }
        // Beside the test, which ends it.
        let running = Task { await replica.appeared(time.clock) }
        try await body(replica, time, requests)
        running.cancel()
        await running.value
    }

    private func rest(_ time: ManualClock) async {
        for await _ in time.sleeps { break }
        time.advance(by: WeekReplica.rest)
    }

    private func next(_ requests: AsyncStream<ClientFrame>) async -> ClientFrame? {
        for await frame in requests { return frame }
        return nil
    }

    @Test func rowsThatScrollByAreNotRequested() async {
        await withReplica { replica, time, requests in
            for coin in UInt32(1)...5 { replica.show(WeekRequest([CoinID(coin)], step: 12)) }
            await rest(time)
            #expect(await next(requests) == .weekRequest(WeekRequest([CoinID(5)], step: 12)))
            replica.show(WeekRequest([], step: 12))
            await rest(time)
            #expect(await next(requests) == .weekRequest(WeekRequest([], step: 12)), "nothing is shown any more")
        }
    }

    @Test func allShownWeeksAreRequestedOnANewConnection() async {
        await withReplica { replica, time, requests in
            replica.show(WeekRequest([CoinID(1)], step: 12))
            await rest(time)
            _ = await next(requests)
            replica.receive(
                [CoinWeek(CoinID(1), [.init(hour.adding(-30), .zero), .init(hour.adding(-1), .zero)])],
                open: hour
            )
            replica.disconnected()
            let (others, other) = AsyncStream.makeStream(of: ClientFrame.self)
            replica.connected { other.yield($0) }
            await rest(time)
            #expect(await next(others) == .weekRequest(WeekRequest([CoinID(1)], step: 12)))
            #expect(replica.line(of: CoinID(1)) != nil, "what was known is shown meanwhile")
        }
    }

    @Test func aTerminalThatShowsNoWeeksRequestsNothing() {
        let replica = WeekReplica()
        var frames: [ClientFrame] = []
        replica.connected { frames.append($0) }
        replica.show(WeekRequest([], step: 12))
        replica.ask()
        #expect(frames == [])
    }

    // MARK: On the screen

    @Test(arguments: [(103, 30), (80, 24), (40, 10)])
    func narrowScreensShowNoWeeks(width: Int, height: Int) {
        let scene = Scene()
        let picture = scene.pricesView.picture(width, height)
        #expect(!picture.contains("7 days"))
        scene.link.weeks.ask()
        #expect(scene.weekRequests == [])
    }

    @Test(arguments: [(104, 30), (140, 40), (160, 40), (220, 60)])
    func wideScreensAskForTheRowsInSight(width: Int, height: Int) {
        let scene = Scene()
        let picture = scene.pricesView.picture(width, height)
        #expect(picture.contains("7 days"))
        scene.link.weeks.ask()
        #expect(scene.weekRequests.map(\.step) == [12])
        #expect(scene.weekRequests.first?.coins.first == CoinID(1))
        // A screen that gets narrow gives them up.
        _ = scene.pricesView.picture(80, 24)
        scene.link.weeks.ask()
        #expect(scene.weekRequests.last?.coins == [])
    }

    @Test func theLineIsInTheRowAndAGapIsBlank() {
        let scene = Scene()
        scene.showWeeks()
        let picture = scene.pricesView.picture(140, 40)
        #expect(picture.contains("▁▁▂▂▃▃▄▄▅▅▆▆▇▇"))
        #expect(picture.contains("▇▆▆▅   ▃▃▂▂▁▁▁") || picture.contains("▇▇▆▆   "))
    }

    @Test func aNewWeekDrawsAFrameAndAnUnchangedOneDoesNot() {
        let scene = Scene()
        _ = scene.pricesView.picture(140, 40)
        let before = scene.prices.list.content
        _ = scene.pricesView.picture(140, 40)
        #expect(scene.prices.list.content == before)
        scene.showWeeks()
        _ = scene.pricesView.picture(140, 40)
        #expect(scene.prices.list.content != before)
    }
}

extension Scene {
    fileprivate var weekRequests: [WeekRequest] {
        link.asked.compactMap { if case .weekRequest(let request) = $0 { request } else { nil } }
    }
}
