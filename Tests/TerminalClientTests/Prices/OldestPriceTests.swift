import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// A listing's price is an average that is minutes old. It is dim and says its age, and the title of the prices says
/// how old the oldest one on the screen is.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct OldestPriceTests {
    /// Bitcoin's price is an exchange's, heard a second ago, and Ethereum's a listing's, made 14 minutes ago.
    private func scene(hasListed: Bool = true) -> Scene {
        let now = ManualClock().clock.date()
        let sources = sources(at: now)
        let scene = Scene([], sources: sources)
        var changes = MarketChanges(
            [
                TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "67123.45"),
                TestCoin(id: 2, symbol: "ETH", name: "Ethereum", price: "3456.78"),
            ],
            sources: sources
        )
        let listed =
            hasListed
            ? Pricing(decimals: 2, source: SourceNumber(2), heard: now.adding(seconds: -850))
            : Pricing(decimals: 2, source: SourceNumber(1))
        changes.pricings = ColumnChanges(
            rows: [0, 1],
            values: [Pricing(decimals: 2, source: SourceNumber(1)), listed]
        )
        var table = MarketTable()
        table.update(changes)
        scene.link.show(table)
        return scene
    }

    /// Those that have just sent prices.
    private func sources(at now: MarketTime) -> [MarketSource] {
        func source(_ number: UInt16, _ kind: MarketSource.Kind, _ provider: String, age: Int64) -> MarketSource {
            let name = MarketSource.Name(kind, of: provider)
            return MarketSource(
                SourceNumber(number),
                name,
                state: .live,
                since: now,
                lastEvent: now.adding(seconds: -age),
                interval: kind == .listing ? .seconds(864) : nil
            )
        }
        return [source(1, .tickers, "Huobi", age: 1), source(2, .listing, "CoinMarketCap", age: 830)]
    }

    @Test func aListingsPriceIsDimAndSaysItsAgeAmongLivePrices() throws {
        let scene = scene()
        let picture = scene.pricesView.picture(120, 24)
        #expect(picture.contains("Price, up to 14 min old"), "\(picture)")
        #expect(!picture.contains("old price"))
        let rows = scene.prices.list.content.rows.compactMap(\.self)
        #expect(rows.map(\.isOld) == [false, true])
        #expect(rows.map(\.age) == [nil, "14 min"])
        #expect(rows[1].origin?.words.hasPrefix("CoinMarketCap, asked every 14 min, heard at ") == true)
    }

    @Test func withoutAnOldPriceTheTitleSaysNothing() {
        let picture = scene(hasListed: false).pricesView.picture(120, 24)
        #expect(!picture.contains(" old"), "\(picture)")
    }

    @Test func theTitleGetsShorterOnASmallScreen() {
        let scene = scene()
        #expect(scene.pricesView.picture(80, 24).contains("up to 14 min old"))
        #expect(scene.pricesView.picture(40, 10).contains("Coins"), "the list's name matters more")
    }

    @Test func eachColumnHasTheAgeInShortAndEveryDigitThatFits() {
        let scene = scene()
        let wide = scene.pricesView.picture(120, 24)
        #expect(wide.contains("14m 3,456.78"), "\(wide)")
        let narrow = scene.pricesView.picture(40, 10)
        #expect(narrow.contains("14m 3,456.78"), "\(narrow)")
        #expect(narrow.contains("67,123.45"), "a recent price has all digits and no age")
    }

    /// What has scrolled out of sight, or does not match the filter, does not count.
    @Test func onlyVisiblePricesCount() {
        let scene = scene()
        _ = scene.pricesView.picture(120, 24)
        scene.prices.list.filterEdited(.paste("bit"))
        #expect(!scene.pricesView.picture(120, 24).contains("up to"))
    }

    @Test func theAgeGrowsWithTimeAlone() {
        let scene = scene()
        _ = scene.pricesView.picture(120, 24)
        scene.time.advance(by: .seconds(120))
        #expect(scene.pricesView.picture(120, 24).contains("up to 16 min old"))
    }

    /// Once, the age came and went with each price.
    @Test func theTitleStandsStillWhilePricesComeIrregularly() {
        let scene = scene(hasListed: false)
        let pricesCome = {
            scene.tick { table in
                var changes = MarketChanges()
                changes.sources = sources(at: scene.time.clock.date())
                _ = table.commit(changes, time: table.time)
            }
        }
        let tellsAge = { scene.pricesView.picture(120, 24).contains("Price, up to 10 s old") }
        #expect(!tellsAge())
        scene.time.advance(by: .seconds(12))
        #expect(tellsAge())
        for _ in 1...3 {
            pricesCome()
            #expect(tellsAge())
            scene.time.advance(by: .seconds(8))
            #expect(tellsAge())
        }
        pricesCome()
        scene.time.advance(by: .seconds(7))
        #expect(!tellsAge(), "no price was old for half a minute")
    }

    @Test func offlineTheTitleWarnsAndSaysTheAge() {
        let scene = scene()
        scene.link.state = .connecting
        #expect(scene.pricesView.picture(120, 24).contains("up to 14 min old"))
        #expect(scene.pricesView.picture(40, 10).contains("14 min old"))
    }

    /// Once, a coin's page, chart and pane said only that the price is old.
    @Test func theTopOfACoinsScreenSaysTheAgeOfItsPrice() {
        let scene = scene()
        let (live, listed) = (DetailView(viewModel: scene.detail(of: 1)), DetailView(viewModel: scene.detail(of: 2)))
        let top = { (view: DetailView, width: Int) in view.picture(width, 24).prefix { $0 != "\n" } }
        #expect(top(listed, 80).contains(" 14 min old 3,456.78"))
        #expect(top(listed, 20).contains(" 14m old 3,456.78"))
        #expect(isDim("3,456.78", in: listed))
        #expect(!top(live, 80).contains(" old ") && !isDim("67,123.45", in: live))
        scene.time.advance(by: .seconds(120))
        #expect(top(listed, 80).contains(" 16 min old 3,456.78"))
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(top(live, 80).contains(" 2 min old 67,123.45") && isDim("67,123.45", in: live))
    }

    /// Once, a value of an old price looked like one of now.
    @Test func aHoldingOfAnOldPriceIsDimAndTheTitleSaysTheAge() {
        let scene = scene()
        let transactions = [UInt32(1), 2].map { coin in
            Transaction(
                TransactionID(rawValue: UInt64(coin)),
                .bought,
                .one,
                of: CoinID(coin),
                money: .total(.one),
                at: MarketTime(seconds: 1_600_000_000)
            )
        }
        _ = scene.link.user.receive(.setting { _ in .put(transactions) })
        let model = HoldingsViewModel(session: scene.link.session, tabs: scene.tabs)
        let view = HoldingsView(viewModel: model)
        let title = { (width: Int) in view.picture(width, 24).prefix { $0 != "\n" } }
        #expect(title(80).contains("  prices up to 14 min old  USD, average"))
        #expect(title(40).contains(" 14 min old") && !title(40).contains("USD"), "the age matters more than the note")
        #expect(model.rows.map(\.symbol) == ["BTC", "ETH"] && model.rows.map(\.isOld) == [false, true])
        for figure in ["3,456.78", "+3,455.78"] { #expect(isDim(figure, in: view), "\(figure)") }
        for figure in ["67,123.45", "+67,122.45"] { #expect(!isDim(figure, in: view), "\(figure)") }
        #expect(isDim("70,580.23", in: view), "the total is as old as its oldest part")
        scene.time.advance(by: .seconds(120))
        #expect(title(80).contains("  prices up to 16 min old  USD, average"))
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(isDim("67,123.45", in: view), "without a connection, all are old")
    }

    @Test func holdingsOfLivePricesSayNothingOfAges() {
        let scene = scene(hasListed: false)
        let bitcoin = Transaction(
            TransactionID(rawValue: 1),
            .bought,
            .one,
            of: CoinID(1),
            money: .total(.one),
            at: MarketTime(seconds: 1_600_000_000)
        )
        _ = scene.link.user.receive(.setting { _ in .put([bitcoin]) })
        let view = HoldingsView(viewModel: HoldingsViewModel(session: scene.link.session, tabs: scene.tabs))
        #expect(!view.picture(80, 24).contains(" old"))
    }

    /// Whether the text, where it first stands on the screen, is drawn as an old price is.
    private func isDim(_ text: String, in view: some View) -> Bool {
        var buffer = Buffer(size: Size(width: 80, height: 24))
        _ = view.frame(into: &buffer)
        let lines = buffer.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let row = lines.firstIndex(where: { $0.contains(text) }), let found = lines[row].firstRange(of: text)
        else {
            Issue.record("\(text) is not on the screen")
            return false
        }
        let column = lines[row].distance(from: lines[row].startIndex, to: found.lowerBound)
        return buffer[column, row].style.attributes.contains(.dim)
    }
}
