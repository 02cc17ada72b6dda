import Shared
import Testing

@testable import TerminalClient

@MainActor
struct MarketReplicaTests {
    private let epoch = MarketEpoch(rawValue: 1)

    private func market(rows: Int, price: UInt64 = 100) -> MarketTable {
        var changes = MarketChanges()
        for row in 0..<rows {
            let instrument = Instrument(coin: CoinID(UInt32(row)), symbol: "C\(row)", name: "Coin", kind: .coin)
            changes.instruments.append(instrument, row: row)
            changes.prices.append(price, row: row)
        }
        var table = MarketTable()
        _ = table.commit(changes, time: MarketTime(seconds: 1))
        return table
    }

    private func part(_ table: MarketTable, _ rows: Range<Int>, epoch: UInt64) -> MarketPart {
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

    @Test func aCachedMarketIsShownAndResumedFromAndCountsAsOldUntilTheServerSendsSomething() throws {
        var server = market(rows: 4)
        let replica = MarketReplica(cached: CachedMarket(epoch: epoch, table: server))
        #expect(replica.isComplete && replica.isCached)
        #expect(replica.position == MarketPosition(epoch: epoch, sequence: server.sequence))
        replica.connected()
        #expect(replica.isCached, "the connection alone brings no prices")
        var later = MarketChanges()
        later.prices.append(101, row: 0)
        let made = server.commit(later, time: MarketTime(seconds: 2), withHash: true)
        let diff = try #require(made)
        #expect(replica.receive(diff) == nil)
        #expect(!replica.isCached)
        #expect(replica.table.hash == server.hash)
    }

    @Test func aCachedMarketIsShownUntilTheSnapshotOfAnotherEpochIsWhole() {
        let (old, new) = (market(rows: 4), market(rows: 4, price: 200))
        let replica = MarketReplica(cached: CachedMarket(epoch: epoch, table: old))
        replica.connected()
        #expect(replica.receive(part(new, 0..<2, epoch: 2)) == nil)
        #expect(replica.table.hash == old.hash && replica.isCached)
        #expect(replica.whole?.table.hash == old.hash)
        #expect(replica.receive(part(new, 2..<4, epoch: 2)) == nil)
        #expect(replica.isCached, "the diff that follows is missing")
        #expect(replica.receive(new.diff(since: new.sequence)) == nil)
        #expect(replica.table.hash == new.hash && !replica.isCached)
        #expect(replica.whole?.epoch == MarketEpoch(rawValue: 2))
    }

    /// Otherwise a server without prices would leave the next start nothing to show.
    @Test func aMarketWithoutRowsIsNotKeptForTheNextProcess() {
        let (old, none) = (market(rows: 4), market(rows: 0))
        let replica = MarketReplica(cached: CachedMarket(epoch: epoch, table: old))
        replica.connected()
        #expect(replica.receive(part(none, 0..<0, epoch: 2)) == nil)
        #expect(replica.table.count == 4, "old rows are better than none")
        #expect(replica.whole == nil)
        #expect(replica.receive(part(old, 0..<4, epoch: 3)) == nil)
        #expect(replica.whole?.table.count == 4)
    }
}
