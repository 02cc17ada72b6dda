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

    @Test func theBellRingsForEachNewFiringAndNotForEarlierOnes() async throws {
        try fire(1)
        let scene = Scene(user: user)
        let screen = ScriptedScreen()
        let bell = AlertBell(session: scene.link.session, screen: screen, clock: scene.time.clock)
        async let _ = bell.watch()
        var limit: UInt64 = 1
        // The bell ignores alerts that fired before its first look, and nobody knows when that comes.
        while screen.notices.isEmpty {
            try fire(limit + 1)
            try fire(limit + 2)
            limit += 2
            _ = scene.link.user.receive(user)
            await Task.yield()
        }
        #expect(screen.notices.count >= 2, "each of two that fired together")
        #expect(screen.notices.last == "BTC at or above \(limit), now \(limit).00 (Huobi)")
        #expect(!screen.notices.contains("BTC at or above 1, now 1.00 (Huobi)"))
    }

    /// The server gives up alerts that it could not deliver.
    private func lose(_ count: UInt32) throws {
        var rules = RecordRules()
        rules.deliveryOrigins = ["https://ntfy.sh"]
        let address = try #require(DeliveryAddress("https://ntfy.sh/topic"))
        let phone = DeliveryWay(id: DeliveryID(rawValue: 1), kind: .ntfy, name: "phone", address: address)
        try user.apply(.add(phone), within: rules)
        var state = DeliveryState(delivery: phone.id)
        (state.phase, state.problem) = (.failing, "ntfy.sh answered with status 500")
        (state.lost, state.lostAt) = (count, MarketTime(seconds: 1_700_000_000))
        try user.apply(Mutation([state.update]), within: rules, by: .server)
    }

    private let lossWords = "Could not deliver 2 alerts to phone: ntfy.sh answered with status 500"

    @Test func theStatusLineShowsALossUntilItIsDismissed() throws {
        try lose(2)
        let scene = Scene(user: user)
        #expect(scene.tabs.status.problem == lossWords)
        #expect(scene.tabs.status.dismissed())
        #expect(scene.tabs.status.problem == nil && scene.link.user.lostDeliveries.isEmpty)
    }

    @Test func theBellRingsForALoss() async throws {
        let scene = Scene(user: user)
        let screen = ScriptedScreen()
        let bell = AlertBell(session: scene.link.session, screen: screen, clock: scene.time.clock)
        async let _ = bell.watch()
        var count: UInt32 = 1
        // Nobody knows when the bell's first look comes.
        while screen.notices.isEmpty {
            count += 1
            try lose(count)
            _ = scene.link.user.receive(user)
            await Task.yield()
        }
        #expect(screen.notices.allSatisfy { $0.hasPrefix("Could not deliver ") })
    }

    /// The test's time is 22:13:20 UTC.
    @Test func aLossInQuietHoursRingsOnceAfterThemAndAnAlertDoesNot() async throws {
        user.change { _ in .set(Settings.quietHours, to: "22:00-23:00 UTC") }
        let scene = Scene(user: user)
        let screen = ScriptedScreen()
        let bell = AlertBell(session: scene.link.session, screen: screen, clock: scene.time.clock)
        async let _ = bell.watch()
        var (count, wait) = (UInt32(1), Duration?.none)
        // Nobody knows when the bell's first look comes. From the second loss on, it waits.
        async let first = scene.time.sleeps.first { _ in true }
        for _ in 0..<200 {
            count += 1
            try lose(count)
            if count < 50 { try fire(UInt64(count)) }
            _ = scene.link.user.receive(user)
            await Task.yield()
        }
        wait = await first
        #expect(wait == .seconds(2800) && screen.notices.isEmpty)
        scene.time.advance(by: .seconds(2800))
        while screen.notices.isEmpty { await Task.yield() }
        #expect(screen.notices == [lossWords.replacing("2 alerts", with: "\(count) alerts")])
    }

    @Test func watchingAndPlainLinesReportALossOnce() throws {
        let market = MarketTable.of(.few)
        let now = MarketTime(seconds: 1_700_000_000)
        var (words, json) = (PushReport(asJSON: false, alertsOnly: true), PushReport(asJSON: true, alertsOnly: true))
        var feed = PlainFeed(of: .favorites)
        func lines() -> [[String]] {
            let frame = ServerFrame.userTable(user)
            let moment = PlainFeed.Moment(time: now, state: .live, table: market, user: user, isComplete: true)
            return [
                words.lines(for: frame, in: market, of: user, ServerOffers(), at: now),
                json.lines(for: frame, in: market, of: user, ServerOffers(), at: now),
                feed.news(moment),
            ]
        }
        _ = lines()
        try lose(2)
        let told = lines()
        #expect(told[0] == ["alert: \(lossWords)"])
        let fields =
            #""lost":2,"problem":"ntfy.sh answered with status 500","time":"2023-11-14T22:13:20Z","way":"phone""#
        #expect(told[1] == [#"{"event":"undelivered","undelivered":{\#(fields)}}"#])
        #expect(told[2] == ["22:13:20 alert: \(lossWords)"])
        #expect(lines() == [[], [], []])
        // A program that starts later must report it, too.
        feed = PlainFeed(of: .favorites)
        #expect(lines()[2].last == "22:13:20 alert: \(lossWords)")
    }

    @Test func plainLinesReportNewFiringsAndCountEarlierOnes() throws {
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
                "22:13:20 alert: BTC at or above 2, now 2.00 (Huobi)",
                "22:13:20 alert: BTC at or above 3, now 3.00 (Huobi)",
            ]
        )
        #expect(news() == [])
    }
}
