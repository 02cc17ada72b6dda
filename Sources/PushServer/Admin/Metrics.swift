internal import NIOHTTP1
internal import Shared
internal import Synchronization

/// What operators may ask: is it alive, is it ready, what has it done.
struct Metrics: Sendable {
    let shards: [ShardPort]
    let market: MarketParts
    let users: UserCounters

    func answer(_ path: String) async -> AdminServer.Answer {
        switch path {
        case "/healthz": AdminServer.Answer(status: .ok, body: "ok\n")
        case "/readyz": await readiness()
        case "/metrics": AdminServer.Answer(status: .ok, body: await text())
        default: AdminServer.Answer(status: .notFound, body: "There are /healthz, /readyz and /metrics.\n")
        }
    }

    private func readiness() async -> AdminServer.Answer {
        let coins = await market.hub.coinCount
        return coins > 0
            ? AdminServer.Answer(status: .ok, body: "ready: \(coins) coins\n")
            : AdminServer.Answer(status: .serviceUnavailable, body: "not ready: no listing has come yet\n")
    }

    private func text() async -> String {
        var sum = ShardCounters()
        for shard in shards { sum = sum + ((try? await shard.read { $0.counters }) ?? ShardCounters()) }
        var text = PrometheusText()
        text.gauge("connections", "Connections, signed in or not.", sum.connections)
        text.gauge("coins", "Rows of the market table.", await market.hub.coinCount)
        text.counter("ticks_total", "Steps of the market.", market.counters.ticks.load(ordering: .relaxed))
        text.counter("rows_changed_total", "Rows in all ticks.", market.counters.rowsChanged.load(ordering: .relaxed))
        text.counter(
            "tick_bytes_total",
            "Bytes of all ticks, once each.",
            market.counters.bytesEncoded.load(ordering: .relaxed)
        )
        text.counter("deliveries_total", "Market frames sent.", sum.deliveries)
        text.counter("delivery_bytes_total", "Bytes of the market frames sent.", sum.bytes)
        text.counter("merged_diffs_total", "Diffs made for terminals that were behind.", sum.mergedDiffs)
        text.counter("snapshot_parts_total", "Parts of snapshots made.", sum.snapshotParts)
        text.counter("hash_mismatches_total", "Terminals whose market differed. Must stay 0.", sum.hashMismatches)
        text.counter("commits_total", "Transactions of user changes.", users.commits.load(ordering: .relaxed))
        text.counter("mutations_applied_total", "User changes on disk.", users.applied.load(ordering: .relaxed))
        text.counter("mutations_refused_total", "User changes refused.", users.refused.load(ordering: .relaxed))
        text.counter(
            "candle_requests_total",
            "Times that a source was asked for candles.",
            market.candleCounters.requests.load(ordering: .relaxed)
        )
        text.counter(
            "candle_cache_answers_total",
            "Charts that were served from what was kept.",
            market.candleCounters.cacheAnswers.load(ordering: .relaxed)
        )
        let sources = await market.hub.sourceStates
        text.gauges(
            "source_live",
            "1 while the provider answers.",
            sources.map { ([("kind", "\($0.kind)"), ("provider", $0.provider)], $0.state == .live ? 1 : 0) }
        )
        return text.text
    }
}
