internal import NIOCore
internal import Shared

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
        for shard in shards {
            shard.run {
                $0.enter(lineage)
                $0.deliver(tick)
            }
        }
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
