import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Moved prices flash, and the flash ends without more frames than needed.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct QuoteBoardTests {
    @Test func aPriceLightsUpInTheDirectionThatItMoved() {
        let scene = Scene()
        #expect(scene.board.refreshedRow(0).flash == nil)
        scene.tick { $0.setPrice(6_712_400, row: 0) }
        #expect(scene.board.refreshedRow(0).flash == .up)
        #expect(scene.board.refreshedRow(1).flash == nil)
        scene.tick { $0.setPrice(6_712_300, row: 0) }
        #expect(scene.board.refreshedRow(0).flash == .down)
        scene.time.advance(by: PriceFlashes.length)
        #expect(scene.board.refreshedRow(0).flash == nil)
    }

    @Test func aFlashEndsByItself() async {
        let scene = Scene()
        _ = scene.board.refreshedRow(0)
        async let _ = scene.board.appeared()
        var sleeps = scene.time.sleeps.makeAsyncIterator()
        var flashes = Observations { scene.board.refreshedRow(0).flash }.makeAsyncIterator()
        #expect(await flashes.next() == .some(nil))
        scene.tick { $0.setPrice(6_712_400, row: 0) }
        #expect(await flashes.next() == .some(.up))
        // The board sleeps between the samples of its trends, too.
        while await sleeps.next() != PriceFlashes.length {}
        scene.time.advance(by: PriceFlashes.length)
        #expect(await flashes.next() == .some(nil))
    }

    @Test func onlyTheDigitsThatChangedLightUp() {
        let scene = Scene()
        _ = scene.board.refreshedRow(0)
        scene.tick { $0.setPrice(6_712_367, row: 0) }
        let cells = QuoteCells(palette: .greenRed)
        let line = cells.line(scene.board.refreshedRow(0), .price)
        #expect(line.spans.map(\.text) == ["67,123.", "67"])
        #expect(line.spans.last?.style == MarketPalette.greenRed.flashUp)
        scene.tick { $0.setPrice(16_712_367, row: 0) }
        #expect(cells.line(scene.board.refreshedRow(0), .price).spans.map(\.text) == ["", "167,123.67"])
    }

    private static func source(_ kind: MarketSource.Kind, _ state: MarketSource.State = .live) -> MarketSource {
        MarketSource(
            .ticker,
            MarketSource.Name(kind, of: "Huobi"),
            state: state,
            since: MarketTime(seconds: 1_700_000_000),
            lastEvent: MarketTime(seconds: 1_700_000_000)
        )
    }

    /// A listing's price, an average that comes every minute, is no trade.
    @Test(
        arguments: [(MarketSource.Kind.listing, nil), (.tickers, .up)] as [(MarketSource.Kind, PriceFlashes.Direction?)]
    )
    func aPriceOfAListingNeverFlashes(kind: MarketSource.Kind, flash: PriceFlashes.Direction?) {
        let scene = Scene(sources: [Self.source(kind)])
        _ = scene.board.refreshedRow(0)
        scene.tick { $0.setPrice(6_712_400, row: 0) }
        #expect(scene.board.refreshedRow(0).flash == flash)
    }

    @Test func aPriceOfASilentSourceIsDimAndShowsItsAgeIfThereIsRoom() {
        let scene = Scene(sources: [Self.source(.tickers, .down)])
        var cells = QuoteCells(palette: .greenRed)
        let line = { cells.line(scene.board.refreshedRow(0), .price) }
        #expect(line().spans.allSatisfy { $0.style == Theme.old })
        #expect(line().text == "67,123.45", "less than ten seconds is no age to speak of")
        scene.time.advance(by: .seconds(10))
        #expect(line().text == "10s 67,123.45")
        scene.time.advance(by: .seconds(9))
        #expect(line().text == "10s 67,123.45", "a row is not drawn anew each second")
        scene.time.advance(by: .seconds(1))
        #expect(line().text == "20s 67,123.45")
        scene.time.advance(by: .seconds(110))
        #expect(line().text == "2m 67,123.45")
        cells.room.width = 15
        #expect(line().text == "2m 67,123.45")
        cells.room.width = 9
        #expect(line().text == "67,123.45")
        cells.isSelected = true
        #expect(line().spans.allSatisfy { $0.style == Theme.old }, "on the selected row, too")
        // A late trade of that source does not flash.
        scene.tick { $0.setPrice(6_712_400, row: 0) }
        #expect(line().spans.allSatisfy { $0.style == Theme.old })
    }

    @Test func aShownAgeKeepsCounting() {
        let scene = Scene(sources: [Self.source(.tickers, .stale)])
        scene.time.advance(by: .seconds(100))
        scene.board.refresh()
        let (row, end) = scene.board.rows().row(0)
        #expect(row.age == "1 min" && !scene.board.isOver(end))
        scene.time.advance(by: .seconds(20))
        #expect(scene.board.isOver(end))
        #expect(scene.board.rows().row(0).row.age == "2 min")
    }

    @Test func withoutAConnectionEveryPriceIsDim() throws {
        let scene = Scene()
        let ink = {
            var buffer = Buffer(size: Size(width: 80, height: 24))
            _ = scene.pricesView.frame(into: &buffer)
            let row = buffer.text.split(separator: "\n").firstIndex { $0.contains("Ethereum") } ?? 0
            let line = buffer.text.split(separator: "\n")[row]
            let column = line.distance(
                from: line.startIndex,
                to: line.firstRange(of: "3,456")?.lowerBound ?? line.startIndex
            )
            return buffer[column, row].style.attributes
        }
        #expect(ink() == [])
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        #expect(ink() == .dim)
    }

    /// A kept row is rebuilt when any of its inputs has changed.
    @Test func aRowFollowsAllOfItsInputs() throws {
        let scene = Scene()
        #expect(scene.board.refreshedRow(0).isFavorite == false)
        _ = scene.link.user.receive(.favorites(1))
        #expect(scene.board.refreshedRow(0).isFavorite)
        #expect(scene.board.refreshedRow(0, filter: "bit").nameMatch == 0..<3)
        #expect(scene.board.refreshedRow(0).nameMatch == nil)
        scene.board.trendDue()
        scene.tick { $0.setPrice(6_712_400, row: 0) }
        #expect(scene.board.refreshedRow(0).price?.plain == "67124.00")
        #expect(scene.board.refreshedRow(0).trend == nil)
        #expect(scene.board.refreshedRow(0).flash == .up)
        scene.board.trendDue()
        #expect(scene.board.refreshedRow(0).trend?.levels == [0, 6])
        try scene.tabs.local.set(.flashes, to: "off")
        #expect(scene.board.refreshedRow(0).flash == nil)
    }

    @Test func anUnchangedRowStaysTheSameObject() throws {
        let scene = Scene(.many(600))
        let before = try #require(scene.prices.row(at: 3))
        scene.pricesView.press("j", "j")
        #expect(scene.prices.row(at: 3) === before)
        scene.tick { $0.setPrice(6_712_400, row: 3) }
        let after = try #require(scene.prices.row(at: 3))
        #expect(after !== before && after.flash == .up)
        scene.time.advance(by: PriceFlashes.length)
        #expect(scene.prices.row(at: 3)?.flash == nil)
    }

    @Test func readingAListChangesNothing() {
        let scene = Scene()
        let view = scene.pricesView
        view.prepare(for: Size(width: 80, height: 24))
        let before = scene.prices.list.content
        scene.tick { $0.setPrice(6_712_400, row: 0) }
        var buffer = Buffer(size: Size(width: 80, height: 24), charset: .unicode)
        _ = view.draw(into: &buffer)
        #expect(scene.prices.list.content == before)
        view.prepare(for: Size(width: 80, height: 24))
        #expect(scene.prices.list.content != before)
    }

    @Test func aChangeOfDecimalsIsNoMove() {
        let scene = Scene()
        _ = scene.board.refreshedRow(0)
        scene.tick { table in
            var changes = MarketChanges()
            changes.pricings.append(Pricing(decimals: 3, source: .ticker), row: 0)
            changes.prices.append(67_123_450, row: 0)
            table.update(changes)
        }
        #expect(scene.board.refreshedRow(0).flash == nil)
    }

    @Test func aChangeOfTheOrderIsNoMove() {
        let scene = Scene()
        _ = scene.board.refreshedRow(0)
        var other = MarketTable.of(Array([TestCoin].few.reversed()))
        other.setPrice(6_712_346, row: other.count - 1)
        scene.link.show(other)
        let rows = (0..<other.count).map { scene.board.refreshedRow($0) }
        #expect(rows.last?.flash == .up)
        #expect(rows.dropLast().allSatisfy { $0.flash == nil })
    }
}
