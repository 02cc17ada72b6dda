import Testing

@testable import Shared

struct MarketFollowerTests {
    private let epoch = MarketEpoch(rawValue: 1)

    private func source(_ state: MarketSource.State, cause: String = "") -> MarketSource {
        MarketSource(
            .ticker,
            MarketSource.Name(.listing, of: "CoinMarketCap"),
            state: state,
            since: MarketTime(seconds: 0),
            lastEvent: nil,
            cause: cause
        )
    }

    private func market(rows: Int, price: UInt64 = 100) -> MarketTable {
        var changes = MarketChanges()
        for row in 0..<rows {
            let instrument = Instrument(coin: CoinID(UInt32(row)), symbol: "C\(row)", name: "Coin", kind: .coin)
            changes.instruments.append(instrument, row: row)
            changes.prices.append(price, row: row)
        }
        changes.sources = [source(rows == 0 ? .needsKey : .live, cause: rows == 0 ? "A key is needed." : "")]
        var table = MarketTable()
        _ = table.commit(changes, time: MarketTime(seconds: 1))
        return table
    }

    private func part(_ table: MarketTable, _ rows: Range<Int>, epoch: UInt64 = 1) -> MarketPart {
        MarketPart(
            epoch: MarketEpoch(rawValue: epoch),
            sequence: table.sequence,
            firstRow: rows.lowerBound,
            isLast: rows.upperBound == table.count,
            time: table.time,
            changes: table.changes(in: rows),
            diffFollows: rows.lowerBound > 0
        )
    }

    @Test func theOldTableIsShownUntilTheNewOneIsWhole() {
        var follower = MarketFollower()
        let (old, new) = (market(rows: 4), market(rows: 4, price: 200))
        #expect(follower.receive(part(old, 0..<4)) == nil)
        follower.connected()
        #expect(follower.receive(part(new, 0..<2, epoch: 2)) == nil)
        #expect(follower.table.hash == old.hash)
        #expect(follower.receive(part(new, 2..<4, epoch: 2)) == nil)
        #expect(follower.table.hash == old.hash && follower.awaitsDiff)
        #expect(
            follower.position == MarketPosition(epoch: epoch, sequence: old.sequence),
            "it can go on from the old table"
        )
        #expect(follower.receive(new.diff(since: new.sequence)) == nil)
        #expect(follower.table.hash == new.hash && !follower.awaitsDiff)
        #expect(follower.position == MarketPosition(epoch: MarketEpoch(rawValue: 2), sequence: new.sequence))
    }

    /// Servers before 0.2.0 send no diff at once.
    @Test func theLastPartCompletesASnapshotThatNoDiffFollows() {
        var follower = MarketFollower()
        let table = market(rows: 4)
        _ = follower.receive(part(table, 0..<2))
        var last = part(table, 2..<4)
        last.diffFollows = false
        #expect(follower.receive(last) == nil)
        #expect(follower.isComplete && follower.position == MarketPosition(epoch: epoch, sequence: table.sequence))
    }

    @Test func partsOfTheEpochBeforeDoNotBecomeATableOfTheNext() {
        var follower = MarketFollower()
        let (old, new) = (market(rows: 4), market(rows: 4, price: 200))
        _ = follower.receive(part(old, 0..<4))
        _ = follower.receive(part(new, 0..<2))
        _ = follower.receive(part(new, 2..<4))
        follower.receive(
            NewEpoch(epoch: MarketEpoch(rawValue: 2), parent: MarketPosition(epoch: epoch, sequence: old.sequence))
        )
        #expect(!follower.awaitsDiff && follower.table.hash == old.hash)
    }

    @Test func theRowsOfTheFirstSnapshotAreShownAsTheyCome() {
        var follower = MarketFollower()
        let table = market(rows: 4)
        #expect(follower.receive(part(table, 0..<2)) == nil)
        #expect(follower.table.count == 2)
        #expect(follower.receive(part(table, 2..<4)) == nil)
        #expect(follower.table.count == 4)
        #expect(!follower.isComplete && follower.position == nil)
        #expect(follower.receive(table.diff(since: table.sequence)) == nil)
        #expect(follower.isComplete)
    }

    @Test func aDiffThatDoesNotCompleteItsSnapshotNeedsAnotherOne() {
        var follower = MarketFollower()
        let (old, new) = (market(rows: 4), market(rows: 4, price: 200))
        _ = follower.receive(part(old, 0..<4))
        _ = follower.receive(part(new, 0..<2, epoch: 2))
        _ = follower.receive(part(new, 2..<4, epoch: 2))
        var diff = new.diff(since: new.sequence)
        diff.hashes[0] &+= 1
        #expect(follower.receive(diff) != nil)
        #expect(follower.position == nil && follower.table.hash == old.hash)
        #expect(follower.receive(part(new, 0..<4, epoch: 2)) == nil)
        #expect(follower.table.hash == new.hash)
    }

    /// A new server knows no coin before its first listing, which may take long.
    @Test func aServerWithoutAMarketDoesNotBlankTheScreen() throws {
        var follower = MarketFollower()
        var old = market(rows: 4)
        var later = MarketChanges()
        later.prices.append(101, row: 0)
        _ = old.commit(later, time: MarketTime(seconds: 2))
        _ = follower.receive(part(old, 0..<4))
        follower.connected()
        let nothing = market(rows: 0)
        #expect(follower.receive(part(nothing, 0..<0, epoch: 2)) == nil)
        #expect(follower.table.count == 4)
        #expect(follower.table.sources.map(\.cause) == ["A key is needed."], "why they are old is told all the same")

        #expect(follower.table.sequence == 2)
        #expect(follower.sequence == 1, "how far it is with this server, not where the rows on the screen come from")

        var server = nothing
        var changes = market(rows: 3, price: 300).changes(in: 0..<3)
        changes.sources = [source(.live)]
        let next = server.commit(changes, time: MarketTime(seconds: 9))
        let diff = try #require(next)
        #expect(follower.receive(diff) == nil)
        #expect(follower.table.hash == server.hash)
        #expect(follower.table.count == 3)
        #expect(follower.table.sources.map(\.state) == [.live])
    }

    /// An exchange can answer a new server before the listing has come. Until then, that server has no rows.
    @Test func heldRowsKeepTheirSourcesAndAges() throws {
        var follower = MarketFollower()
        let old = exchanges(["Binance", "Huobi"], .live, lastEvent: 1000)
        _ = follower.receive(part(old, 0..<old.count))
        follower.connected()
        var server = exchanges(["Huobi", "Kraken"], .starting, lastEvent: nil, rows: 0)
        #expect(follower.receive(part(server, 0..<0, epoch: 2)) == nil)

        var changes = MarketChanges()
        changes.sources = [exchange(1, "Huobi", .live, lastEvent: 5000), exchange(2, "Kraken", .live, lastEvent: 5000)]
        let next = server.commit(changes, time: MarketTime(seconds: 5000))
        let diff = try #require(next)
        #expect(follower.receive(diff) == nil)

        let now = MarketTime(seconds: 5001)
        let ages = (0..<2).compactMap { follower.table.age(of: follower.table[$0].pricing, at: now) }
        #expect(ages.map(\.source.provider) == ["Binance", "Huobi"])
        #expect(ages.map(\.age) == [.seconds(4001), .seconds(4001)])
        #expect(ages.map(\.isLive) == [false, false])
        let sources = follower.table.sources
        #expect(sources.map(\.name.provider) == ["Binance", "Huobi", "Kraken"])
        #expect(sources.map(\.number.rawValue) == [1, 2, 3])
        #expect(sources.map(\.state) == [.stale, .starting, .starting], "none of them has sent a held row")
        #expect(sources.map(\.lastEvent) == [MarketTime(seconds: 1000), MarketTime(seconds: 1000), nil])
    }

    /// The new server's source has failed, and has sent none of the held prices.
    @Test func aHeldPriceThatIsSecondsOldIsNotLive() throws {
        var follower = MarketFollower()
        let old = exchanges(["Binance"], .live, lastEvent: 1000)
        _ = follower.receive(part(old, 0..<old.count))
        let before = try #require(old.age(of: old[0].pricing, at: MarketTime(seconds: 1004)))
        #expect(before.isLive)
        follower.connected()
        let server = exchanges(["Binance"], .down, lastEvent: nil, rows: 0)
        #expect(follower.receive(part(server, 0..<0, epoch: 2)) == nil)
        let held = follower.table
        let after = try #require(held.age(of: held[0].pricing, at: MarketTime(seconds: 1004)))
        #expect(!after.isLive && after.age == .seconds(4) && after.source.state == .down)
        #expect(held.isOld(held[0].pricing))
    }

    @Test func aTerminalWithoutRowsShowsTheSourcesOfAServerWithoutRows() {
        var follower = MarketFollower()
        let server = exchanges(["Binance"], .live, lastEvent: 1000, rows: 0)
        #expect(follower.receive(part(server, 0..<0)) == nil)
        #expect(follower.table.sources == server.sources)
    }

    private func exchange(
        _ number: UInt16,
        _ provider: String,
        _ state: MarketSource.State,
        lastEvent: Int64?
    ) -> MarketSource {
        MarketSource(
            SourceNumber(number),
            MarketSource.Name(.tickers, of: provider),
            state: state,
            since: MarketTime(seconds: 0),
            lastEvent: lastEvent.map { MarketTime(seconds: $0) }
        )
    }

    /// A market with a price of each exchange, heard with its last event.
    /// - Parameter rows: how many of the prices there are; nil: all.
    private func exchanges(
        _ providers: [String],
        _ state: MarketSource.State,
        lastEvent: Int64?,
        rows: Int? = nil
    ) -> MarketTable {
        var changes = MarketChanges()
        changes.sources = zip(UInt16(1)..., providers).map { exchange($0, $1, state, lastEvent: lastEvent) }
        for row in 0..<(rows ?? providers.count) {
            let instrument = Instrument(coin: CoinID(UInt32(row)), symbol: "C\(row)", name: "Coin", kind: .coin)
            changes.instruments.append(instrument, row: row)
            changes.prices.append(100, row: row)
            changes.pricings.append(Pricing(decimals: 2, source: SourceNumber(UInt16(row + 1))), row: row)
        }
        var table = MarketTable()
        _ = table.commit(changes, time: MarketTime(seconds: 1000))
        return table
    }

    @Test func aGapRequestsASnapshotAndIgnoresEarlierDiffs() {
        var follower = MarketFollower()
        let table = market(rows: 2)
        _ = follower.receive(part(table, 0..<2))
        let late = MarketDiff(from: 7, to: 8, time: table.time, changes: MarketChanges())
        #expect(follower.receive(late) == .gap(from: 7, held: 1))
        #expect(follower.receive(late) == nil)
        #expect(follower.position == nil)
        #expect(follower.receive(part(table, 0..<2)) == nil)
        #expect(follower.position != nil)
    }
}
