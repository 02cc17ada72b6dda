import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// The bell, and lines of plain words, for alerts that fire while somebody is there.
@MainActor
@Suite(.timeLimit(.minutes(5)))
final class AlertBellTests {
    private var user = UserTable()

    private func fire(_ limit: UInt64) throws {
        let condition = AlertCondition.priceAbove(try ExactDecimal(parsing: "\(limit)"))
        let alert = Alert(id: AlertID(rawValue: limit), coin: CoinID(1), condition: condition)
        let event = AlertEvent(
            number: user.version + 1,
            of: alert,
            price: try ExactDecimal(parsing: "\(limit)"),
            source: "Huobi",
            time: MarketTime(seconds: 1_700_000_000)
        )
        try user.apply(Mutation([event.put]), within: RecordRules(), by: .server)
    }

    @Test func theBellRingsForEachAlertThatFiresAndNotForWhatHadFired() async throws {
        try fire(1)
        let scene = Scene(user: user)
        let screen = ScriptedScreen()
        let bell = AlertBell(session: scene.link.session, screen: screen)
        async let _ = bell.watch()
        var limit: UInt64 = 1
        // The bell's first look comes when it comes: what has fired before it is no news.
        while screen.notices.isEmpty {
            try fire(limit + 1)
            try fire(limit + 2)
            limit += 2
            _ = scene.link.user.receive(user)
            await Task.yield()
        }
        #expect(screen.notices.count >= 2, "each of two that fired together")
        #expect(screen.notices.last == "BTC at or above \(limit), now \(limit) (Huobi)")
        #expect(!screen.notices.contains("BTC at or above 1, now 1 (Huobi)"))
    }

    @Test func plainLinesTellWhatFiresAndCountWhatHadFired() throws {
        var feed = PlainFeed(of: .favorites)
        func news() -> [String] {
            let time = MarketTime(seconds: 1_700_000_000)
            return feed.news(
                PlainFeed.Moment(time: time, state: .live, table: .of(.few), user: user, isComplete: true)
            )
        }
        try fire(1)
        #expect(news().last == "22:13:20 1 alert has fired; 'tickwire alerts' prints them")
        try fire(2)
        try fire(3)
        #expect(
            news() == [
                "22:13:20 alert: BTC at or above 2, now 2 (Huobi)", "22:13:20 alert: BTC at or above 3, now 3 (Huobi)",
            ]
        )
        #expect(news() == [])
    }
}
