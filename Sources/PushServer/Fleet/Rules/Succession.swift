internal import Shared

/// How a node that has followed becomes the leader: the market goes on in an epoch of its own.
struct Succession {
    let lineage: MarketLineage
    let rules: MarketHubRules
    /// Leads the event loops into the epoch; nil if they get the table of `rules` instead: they have no market yet,
    /// or this node does not request all of its sources.
    let first: MarketDiff?

    /// - Parameters:
    ///   - market: what the node has followed so far.
    ///   - epoch: of the new leader's term.
    init(
        of market: FollowedMarket,
        in epoch: MarketEpoch,
        _ plan: MarketHubRules.Plan,
        now: MarketTime
    ) {
        guard !market.lineage.isNone, plan.continues(market.table) else {
            rules = MarketHubRules(plan, now: now)
            lineage = .beginning(epoch, at: 0)
            first = nil
            return
        }
        let (table, begin) = (market.table, market.table.leapt)
        rules = MarketHubRules(continuing: begin, plan, now: now)
        lineage = market.lineage.followed(by: epoch, parent: nil, from: table.sequence, at: begin.sequence)
        first = rules.table.diff(since: table.sequence)
    }
}
