import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The texts of the status line. They change only when there is news.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StatusViewModelTests {
    @Test func theConnectionIsShownInAWord() {
        let scene = Scene()
        #expect(scene.tabs.status.shown.connection == Phrase("live", .good))
        scene.link.state = .connecting
        #expect(scene.tabs.status.shown.connection == Phrase("connecting…", .quiet))
    }

    /// Once, the line said `live` and then how old the prices were.
    @Test(arguments: [MarketSource.State.starting, .stale, .needsKey, .rateLimited, .down], [20, nil] as [Int64?])
    func aConnectionOverWhichNoPricesComeIsNotCalledLive(state: MarketSource.State, age: Int64?) {
        let scene = Scene(sources: [source(state, cause: "", age: age)])
        #expect(scene.tabs.status.shown.connection == Phrase("connected", .warning))
        #expect(scene.tabs.status.trouble?.tone == .warning)
        scene.tick { table in
            var changes = MarketChanges()
            changes.sources = [source(.live, cause: "", age: 0)]
            _ = table.commit(changes, time: table.time)
        }
        #expect(scene.tabs.status.shown.connection == Phrase("live", .good))
        #expect(scene.tabs.status.trouble == nil)
    }

    @Test func aListingAloneIsLiveWhileItComes() {
        var listing = source(.down, cause: "", age: 20)
        (listing.number, listing.name.kind) = (SourceNumber(7), .listing)
        #expect(Scene(sources: [listing]).tabs.status.shown.connection == Phrase("connected", .warning))
        listing.state = .live
        #expect(Scene(sources: [listing]).tabs.status.shown.connection == Phrase("live", .good))
    }

    @Test func aLostConnectionCountsDownToTheNextTry() async {
        let scene = Scene()
        scene.link.state = .waiting(until: scene.time.now + .seconds(2.5), after: .lost)
        async let _ = scene.tabs.status.appeared()
        var sleeps = scene.time.sleeps.makeAsyncIterator()
        var words = Observations { scene.tabs.status.shown.connection.text }.makeAsyncIterator()
        #expect(await words.next() == "offline, next try in 3 s")
        #expect(await sleeps.next() == .seconds(1))
        scene.time.advance(by: .seconds(1))
        #expect(await words.next() == "offline, next try in 2 s")
        scene.link.state = .live
        #expect(await words.next() == "live")
    }

    @Test func theUserCanTryAgainAtOnce() {
        let scene = Scene()
        scene.pricesView.press("r")
        #expect(scene.link.retries == 1)
    }

    @Test func nodesThatAreNotTrustedAreNamedOneAfterTheOther() throws {
        let scene = Scene()
        let nodes = try ServerAddress(checking: "a.example.com:1,b.example.com:2").nodes
        scene.link.refusedNodes = nodes.map { RefusedNode(node: $0, error: .lost) }
        #expect(scene.tabs.status.problem == "a.example.com:1 is not used: The connection was lost.")
        #expect(scene.tabs.status.problemsWaiting == 1)
        #expect(scene.tabs.status.dismissed())
        #expect(scene.tabs.status.problem == "b.example.com:2 is not used: The connection was lost.")
        #expect(scene.tabs.status.dismissed())
        #expect(scene.tabs.status.problem == nil)
        #expect(!scene.tabs.status.dismissed())
    }

    @Test func staleDataIsShownWithItsAgeAndCause() {
        let scene = Scene(sources: [
            source(.rateLimited, cause: "Huobi's rate limit is used up for now.", age: 130)
        ])
        let words = "prices 2 min old: Huobi's rate limit is used up for now."
        #expect(scene.tabs.status.shown.sources == [Phrase(words, .warning)])
    }

    /// Once, the status line called these prices old.
    @Test func pricesOfAnotherExchangeAreNotOldWhenTheFirstIsDown() {
        let second = MarketSource(
            SourceNumber(rawValue: 7),
            MarketSource.Name(.tickers, of: "Binance"),
            state: .live,
            since: MarketTime(seconds: 0),
            lastEvent: MarketTime(seconds: 1_700_000_000),
            cause: ""
        )
        let scene = Scene(sources: [source(.down, cause: "Huobi is unavailable: HTTP 503.", age: 130), second])
        let words = "prices from Binance: Huobi is unavailable: HTTP 503."
        #expect(scene.tabs.status.shown.sources == [Phrase(words, .quiet)])
    }

    /// By the terminal's own clock, it gets these prices before the server sends them.
    @Test(arguments: [
        (Duration.seconds(10), -9 as Int64, "prices 1 s old: Down. (next try in 4 s)"),
        (.seconds(-10), 11, "prices 1 s old: Down. (next try in 4 s)"),
    ])
    func agesAndTriesFollowTheServersClock(offset: Duration, age: Int64, words: String) {
        var down = source(.down, cause: "Down.", age: age)
        down.retryAt = down.lastEvent?.adding(seconds: 5)
        let scene = Scene(sources: [down])
        scene.link.clockOffset = offset
        #expect(scene.tabs.status.shown.sources == [Phrase(words, .warning)])
    }

    @Test func aRateLimitedSourceSaysUntilWhen() {
        var limited = source(.rateLimited, cause: "Huobi has had enough.", age: 130)
        limited.retryAt = MarketTime(seconds: 1_700_000_000 + 90)
        let scene = Scene(sources: [limited])
        let words = "prices 2 min old: Huobi has had enough. (next try in 1 min)"
        #expect(scene.tabs.status.shown.sources == [Phrase(words, .warning)])
    }

    @Test func oldPricesAreMarkedInTheirRows() {
        let live = Scene(sources: [source(.live, cause: "", age: 1)])
        #expect(!live.pricesView.picture().contains("old price"))
        live.link.state = .waiting(until: live.time.now + .seconds(5), after: .lost)
        #expect(live.pricesView.picture().contains("old price"))
        live.tabs.tabShown(.favorites)
        _ = live.link.user.receive(.favorites(1))
        let narrow = live.favoritesView.picture(20, 5)
        #expect(narrow.contains("Favorites") && narrow.contains("old"))
        let down = Scene(sources: [source(.down, cause: "", age: 60)])
        #expect(down.pricesView.picture(40, 10).contains("up to 1 min old"))
        down.pricesView.press("s", "s")
        #expect(down.pricesView.picture(40, 10).contains("up to 1 min old▼"))
        #expect(down.pricesView.picture(20, 5).contains("1 min old▼"))
    }

    @Test func aNoticeDisappearsByItself() async {
        let scene = Scene()
        async let _ = scene.tabs.status.appeared()
        scene.tabs.status.noted(.copied("1.00"))
        var sleeps = scene.time.sleeps.makeAsyncIterator()
        #expect(await sleeps.next() == .seconds(3))
        #expect(scene.pricesView.picture().contains("copied 1.00"))
        scene.time.advance(by: .seconds(3))
        for await notice in Observations({ scene.tabs.status.notice }) where notice == nil { break }
        #expect(!scene.pricesView.picture().contains("copied"))
    }

    @Test func aFailureStaysUntilItIsSeen() {
        let scene = Scene()
        scene.link.user.noted(.refused("This change is not on this disk."))
        scene.tabs.status.noted(.copied("1.00"))
        scene.time.advance(by: .seconds(3600))
        #expect(scene.pricesView.picture().contains("not on this disk"))
        scene.pricesView.press(Key(.escape))
        #expect(!scene.pricesView.picture().contains("not on this disk"))
    }

    @Test func pricesThatNeverCameAreNotCalledOld() {
        let scene = Scene(sources: [source(.needsKey, cause: "CoinMarketCap needs an API key.", age: nil)])
        #expect(scene.tabs.status.shown.sources == [Phrase("no prices yet: CoinMarketCap needs an API key.", .warning)])
    }

    @Test func liveDataIsNotMentionedUntilTheConnectionIsLost() {
        let scene = Scene(sources: [source(.live, cause: "", age: 5)])
        #expect(scene.tabs.status.shown.sources.isEmpty)
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(scene.tabs.status.shown.sources == [Phrase("prices 5 s old", .warning)])
    }

    @Test func theAgeOfPricesIsShownOnceForAllExchanges() {
        var other = source(.live, cause: "", age: 6)
        (other.number, other.name.provider) = (SourceNumber(7), "Binance")
        let scene = Scene(sources: [source(.live, cause: "", age: 5), other])
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(scene.tabs.status.shown.sources == [Phrase("prices 5 s old", .warning)])
    }

    @Test func whileAllIsWellNothingTicks() async {
        let scene = Scene(sources: [source(.live, cause: "", age: 5)])
        async let _ = scene.tabs.status.appeared()
        var sleeps = scene.time.sleeps.makeAsyncIterator()
        // First the check whether prices still come, then the countdown.
        #expect(await sleeps.next() == .seconds(5))
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(await sleeps.next() == .seconds(1))
    }

    @Test func aFrozenConnectionIsNotCalledLive() async {
        let scene = Scene(sources: [source(.live, cause: "", age: 1)])
        let status = scene.tabs.status
        async let _ = status.appeared()
        var sleeps = scene.time.sleeps.makeAsyncIterator()
        #expect(await sleeps.next() == .seconds(5))
        #expect(!status.isStale)
        scene.time.advance(by: .seconds(5))
        for await isStale in Observations({ status.isStale }) where isStale { break }
        #expect(status.shown.connection == Phrase("the server sends nothing", .warning))
        #expect(status.shown.sources == [Phrase("prices 6 s old", .warning)])
        status.refresh()
        #expect(status.latency == nil)
        #expect(scene.pricesView.picture().contains("old price"))
        scene.tick { $0.setPrice(6_800_000, row: 0) }
        #expect(status.shown.connection == Phrase("live", .good))
        #expect(!status.isStale)
    }

    @Test func aRarelyPolledExchangeDoesNotMakeTheServerSilent() async {
        let scene = Scene(sources: [source(.live, cause: "", age: 31)])
        scene.tabs.status.refresh()
        for (step, age) in [Int64(21), 11, 1].enumerated() {
            scene.tick { table in
                var changes = MarketChanges()
                changes.sources = [source(.live, cause: "", age: age)]
                changes.prices.append(6_800_000 + UInt64(step), row: 0)
                _ = table.commit(changes, time: table.time)
            }
            scene.tabs.status.refresh()
        }
        async let _ = scene.tabs.status.appeared()
        var sleeps = scene.time.sleeps.makeAsyncIterator()
        #expect(await sleeps.next() == .seconds(32), "the server calls it late after 30 s")
    }

    @Test func arrivingPricesAreLiveHoweverOftenTheyAreChecked() async {
        let scene = Scene(sources: [source(.live, cause: "", age: 1)])
        async let _ = scene.tabs.status.appeared()
        var sleeps = scene.time.sleeps.makeAsyncIterator()
        for step in UInt64(1)...3 {
            #expect(await sleeps.next() == .seconds(5))
            scene.tick { $0.setPrice(6_800_000 + step, row: 0) }
            scene.time.advance(by: .seconds(5))
        }
        #expect(await sleeps.next() == .seconds(5))
        #expect(!scene.tabs.status.isStale)
    }

    @Test func offlineTheLastActionAndTheAgeComeBeforeTheReason() {
        let scene = Scene(user: .favorites(1), sources: [source(.live, cause: "", age: 1)])
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(scene.tabs.status.reason == "the connection was lost")
        #expect(scene.pricesView.picture(60, 20).contains("(r: now)  · prices 1 s old"))
        #expect(scene.pricesView.picture(100, 20).contains("prices 1 s old  · the connection was lost"))
        scene.pricesView.press("f")
        #expect(scene.pricesView.picture(60, 20).contains("! offline  · removed BTC (z: undo)  · prices 1 s old"))
        #expect(scene.pricesView.picture(100, 20).contains("removed BTC (z: undo)  · ! offline, next try in 5 s"))
    }

    @Test(arguments: [(40, 10), (60, 20), (80, 24), (20, 5)])
    func aMessageThatMattersTakesTheRowsItNeedsAndSaysHowToBeRidOfIt(width: Int, height: Int) {
        let scene = Scene()
        let words = "You have 6 favorites, which is the most; remove one first."
        scene.link.user.noted(.refused(words))
        let picture = scene.pricesView.picture(width, height)
        #expect(picture.contains("(Esc: seen)"))
        let text = picture.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
        #expect(text.contains(words) || height < 10)
    }

    @Test(arguments: [(5, "5 s"), (119, "1 min"), (7_300, "2 h"), (200_000, "2 days")])
    func anAgeHasOneUnit(seconds: Int, words: String) {
        #expect(DurationText.words(.seconds(seconds)) == words)
    }

    private func source(_ state: MarketSource.State, cause: String, age: Int64?) -> MarketSource {
        let now = MarketTime(seconds: 1_700_000_000)
        return MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: state,
            since: now,
            lastEvent: age.map { now.adding(seconds: -$0) },
            cause: cause
        )
    }
}
