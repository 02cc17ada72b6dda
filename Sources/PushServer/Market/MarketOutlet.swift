internal import NIOCore
internal import Shared
internal import Synchronization

/// Hands the market to the event loops. Its source is the hub that reads the providers, or the one that follows another
/// node. All loops get the same steps in the same order.
struct MarketOutlet: Sendable {
    let shards: [ShardPort]
    let counters: MarketCounters

    func deliver(_ tick: MarketTick) {
        counters.ticked(tick)
        for shard in shards { shard.run { $0.deliver(tick) } }
    }

    /// The market goes on in another epoch.
    /// - Parameter tick: leads there from the table that everybody has.
    func enter(_ lineage: MarketLineage, _ tick: MarketTick) {
        counters.ticked(tick)
        for shard in shards { shard.run { $0.enter(lineage, tick) } }
    }

    /// Another table replaces the market. No diff leads to it.
    func replace(by table: MarketTable, in lineage: MarketLineage) {
        for shard in shards { shard.run { $0.replace(by: table, in: lineage) } }
    }

    func deliver(_ rates: ExchangeRates) {
        let frame = ServerFrame.rates(rates).framed
        for shard in shards { shard.run { $0.deliver(rates: frame) } }
    }

    func open(_ ports: MarketPorts) {
        for shard in shards { shard.run { $0.open(ports) } }
    }
}

/// Who answers connections' requests about the market: the hubs of a server that reads the providers, or those of a
/// node that asks the one it follows.
struct MarketPorts: Sendable {
    let candles: Mailbox<CandleHub.Event>
    let weeks: Mailbox<WeekHub.Event>
    let detail: @Sendable (CoinID) async -> Result<CoinDetail, AnswerProblem>
    let icon: @Sendable (CoinID) async -> CoinIcon?
    let dayRates: @Sendable (DayRatesRequest) async -> Result<DayRates, AnswerProblem>
}

/// What the market hub has done, for the metrics.
final class MarketCounters: Sendable {
    let ticks = Atomic<Int>(0)
    let rowsChanged = Atomic<Int>(0)
    let bytesEncoded = Atomic<Int>(0)

    func ticked(_ tick: MarketTick) {
        ticks.add(1, ordering: .relaxed)
        rowsChanged.add(tick.diff.changes.rows.count, ordering: .relaxed)
        bytesEncoded.add(tick.frame.readableBytes, ordering: .relaxed)
    }
}
