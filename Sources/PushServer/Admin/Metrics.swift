internal import NIOHTTP1
internal import Shared
internal import Synchronization

/// What operators can ask: whether the server is alive, whether it is ready, and what it has done.
struct Metrics: Sendable {
    let shards: [ShardPort]
    let market: MarketRole
    /// Sends all requests to providers.
    let router: Router
    let ticks: MarketCounters
    let users: UserCounters
    let alerts: AlertCounters
    let certificate: ServerCertificate?
    let gate: AdmissionGate
    let shortage: DescriptorShortage
    let phase: ServerPhase
    /// Where terminals connect.
    let listen: ServerConfiguration.Endpoint
    /// Where the prices come from.
    let kind: ServerConfiguration.Market.Kind
    /// The sources that this server never asks, for lack of a key.
    let unasked: Set<MarketSource.Name>
    let now: @Sendable () -> MarketTime

    func answer(_ path: String) async -> AdminServer.Answer {
        switch path {
        case "/healthz": AdminServer.Answer(status: .ok, body: "ok\n")
        case "/readyz": await readiness()
        case "/fleet": await fleet()
        case "/status": AdminServer.Answer(status: .ok, body: await report().json + "\n", form: .json)
        case "/metrics": AdminServer.Answer(status: .ok, body: await text(), form: .metrics)
        default: .notFound("This port has /healthz, /readyz, /metrics, /status and /fleet.")
        }
    }

    /// Why terminals are better off elsewhere; nil if they are not.
    private var problem: String? {
        get async { phase.isStopping ? "the server is being stopped" : await market.problem }
    }

    private func report() async -> NodeReport {
        var connections = 0
        for shard in shards { connections += (try? await shard.read { $0.counters.connections }) ?? 0 }
        let table = await market.table
        var fleet: FleetStatus?
        if case .fleet(let node) = market { fleet = await node.status }
        return NodeReport(
            version: ProductVersion.current,
            listen: "\(listen)",
            problem: await problem,
            warning: certificate?.warning,
            terminals: max(0, connections - gate.strangers - (fleet?.followers.count ?? 0)),
            market: kind.rawValue,
            coins: table.count,
            sequence: table.sequence,
            fleet: fleet
        )
    }

    private func readiness() async -> AdminServer.Answer {
        if let problem = await problem { return .notReady(problem) }
        let coins = await market.table.count
        return AdminServer.Answer(status: .ok, body: "ready: \(coins) coins, \(kind.rawValue) market\n")
    }

    private func fleet() async -> AdminServer.Answer {
        guard case .fleet(let node) = market else {
            return .notFound("This server stands alone.")
        }
        return AdminServer.Answer(status: .ok, body: await node.status.json + "\n", form: .json)
    }

    private func text() async -> String {
        var (sum, lag) = (ShardCounters(), ShardLag())
        for shard in shards {
            guard let read = try? await shard.read({ ($0.counters, $0.lag) }) else { continue }
            (sum, lag) = (sum + read.0, lag + read.1)
        }
        var text = PrometheusText()
        add(connections: sum, lag, to: &text)
        await addMarket(sum, to: &text)
        addUsers(sum, to: &text)
        addAlerts(to: &text)
        await addSources(to: &text)
        if case .fleet(let node) = market { add(await node.status, to: &text) }
        if let certificate {
            text.gauge("certificate_days_left", "Days until the certificate expires.", certificate.identity.daysLeft())
        }
        return text.text
    }

    private func add(connections sum: ShardCounters, _ lag: ShardLag, to text: inout PrometheusText) {
        let dropped = gate.dropped
        text.gauge("connections", "Connections, signed in or not.", sum.connections)
        text.gauge("handshakes_under_way", "Connections that have not been welcomed yet.", gate.strangers)
        text.counters(
            "connections_dropped_total",
            "Connections dropped without a message, by the limit that was reached.",
            AdmissionRule.Excess.allCases.map { ([("reason", $0.rawValue)], dropped[$0, default: 0]) }
        )
        text.counter(
            "accept_failures_total",
            "Times that a port could not take a waiting connection, for lack of a file descriptor or memory.",
            shortage.failures
        )
        text.counters(
            "handshakes_total",
            "TLS handshakes by how they ended.",
            [([("result", "completed")], sum.handshakes), ([("result", "failed")], sum.failedHandshakes)]
        )
        text.counters(
            "closes_total",
            "Connections that the server closed, by the code of docs/PROTOCOL.md.",
            // Include codes that have not occurred, because `increase` misses a burst with which a series begins.
            CloseCode.all.map { ([("code", "\($0.rawValue)")], sum.closes[$0, default: 0]) }
        )
        text.counters(
            "resumes_total",
            "Terminals by what they began with: a diff, a snapshot, or no market at all.",
            ShardCounters.Beginning.allCases.map { ([("kind", $0.rawValue)], sum.beginnings[$0, default: 0]) }
        )
        text.gauge("connections_behind", "Terminals that have not been sent everything yet.", lag.behind)
        text.gauge("lag_steps_max", "Steps of the market that the slowest terminal is behind.", Int(lag.stepsMax))
    }

    private func addMarket(_ sum: ShardCounters, to text: inout PrometheusText) async {
        text.gauges(
            "market_info",
            "Always 1; the label says where prices come from: mock or live.",
            [([("market", kind.rawValue)], 1)]
        )
        text.gauge("coins", "Rows of the market table.", await market.table.count)
        text.counter("ticks_total", "Steps of the market, each encoded once.", ticks.ticks)
        text.counter("rows_changed_total", "Rows in all ticks.", ticks.rowsChanged)
        text.counter("tick_bytes_total", "Bytes of all ticks, once each.", ticks.bytesEncoded)
        text.counter("deliveries_total", "Market frames sent.", sum.deliveries)
        text.counter("delivery_bytes_total", "Bytes of the market frames sent.", sum.bytes)
        text.histogram(
            "delivery_seconds",
            "From a step of the market until an event loop had given it to the sockets of all its terminals.",
            sum.deliveryTimes
        )
        text.counter("merged_diffs_total", "Diffs made for terminals that were behind.", sum.mergedDiffs)
        text.counter("frame_cache_hits_total", "Frames that were reused from another terminal.", sum.cacheHits)
        text.counter("snapshot_parts_total", "Parts of snapshots made, and their last diffs.", sum.snapshotParts)
        text.counter("hash_mismatches_total", "Terminals whose market differed. Must stay 0.", sum.hashMismatches)
        let parts = await market.parts
        let (candles, remarks) = (parts?.candleCounters, await parts?.hub.remarks)
        text.counter("bad_rows_total", "Rows of providers' answers that could not be used.", router.unreadRows)
        text.counter(
            "lost_prices_total",
            "Prices that a source had but that can no longer be read.",
            remarks?.lostPrices ?? 0
        )
        text.counter(
            "held_back_prices_total",
            "Prices that waited for the next answer because they jumped, or that are those of a namesake.",
            remarks?.heldBackPrices ?? 0
        )
        text.counter(
            "candle_requests_total",
            "Times that a source was asked for candles.",
            candles?.requests.load(ordering: .relaxed) ?? 0
        )
        text.counter(
            "candle_cache_answers_total",
            "Charts that were served from what was kept.",
            candles?.cacheAnswers.load(ordering: .relaxed) ?? 0
        )
    }

    private func addUsers(_ sum: ShardCounters, to text: inout PrometheusText) {
        text.counter("commits_total", "Transactions that wrote something, each with one fsync.", users.commits)
        text.counter("failed_commits_total", "Transactions that could not be stored.", users.failedCommits)
        text.counter("user_requests_total", "User changes settled, many in one transaction.", users.requests)
        text.counter("joins_total", "Terminals that were welcomed.", users.joins)
        text.counter(
            "user_hash_mismatches_total",
            "Terminals whose table of the user differed. Must stay 0.",
            sum.userHashMismatches
        )
        text.counter("mutations_applied_total", "User changes on disk.", users.applied)
        text.counter("mutations_refused_total", "User changes refused for good.", users.refused)
        text.counter("mutations_out_of_order_total", "User changes that arrived out of order.", users.outOfOrder)
        text.counter("mutations_not_stored_total", "User changes to be sent again later.", users.notStored)
    }

    private func addAlerts(to text: inout PrometheusText) {
        text.gauge("alerts", "Alerts of all users.", alerts.alerts.load(ordering: .relaxed))
        text.counter("alerts_fired_total", "Alerts that fired and are on disk.", alerts.fired)
        text.counters(
            "alert_posts_total",
            "Tries to post an alert or a test message to another host, by how they ended.",
            [
                ([("result", "delivered")], alerts.delivered.load(ordering: .relaxed)),
                ([("result", "failed")], alerts.failed.load(ordering: .relaxed)),
            ]
        )
        text.counter(
            "alert_posts_lost_total",
            "Messages about alerts that were given up after a day, or made room for newer ones.",
            users.lostPosts
        )
    }

    private func add(_ status: FleetStatus, to text: inout PrometheusText) {
        text.gauge("fleet_leading", "1 while this node leads.", status.role == .leader ? 1 : 0)
        text.gauge("fleet_term", "The highest term that this node has heard of.", Int(status.term))
        text.gauge("fleet_followers", "Nodes that follow this one.", status.followers.count)
        text.gauge(
            "fleet_lag_milliseconds",
            "The age of the leader's last beat; -1 if none has come.",
            status.lagMilliseconds ?? -1
        )
        text.gauge(
            "fleet_database_silence_seconds",
            "Since the database last answered this node.",
            status.databaseSilenceSeconds ?? 0
        )
        text.counter(
            "fleet_hints_sent_total",
            "Hints about users' tables that this node has passed on.",
            status.hintsSent
        )
        text.counter("fleet_hints_heard_total", "Hints about users who are connected here.", status.hintsHeard)
        text.counter(
            "fleet_hints_repaired_total",
            "Users' tables whose change was found by the database comparison before a hint came.",
            status.hintsRepaired
        )
        text.counter(
            "fleet_hints_lost_total",
            "Repaired tables whose hint did not come in the next second, either.",
            status.hintsLost
        )
    }

    private func addSources(to text: inout PrometheusText) async {
        let (sources, now) = (await market.table.sources, now())
        func labels(_ source: MarketSource) -> PrometheusText.Labels {
            [("kind", "\(source.kind)"), ("provider", source.provider)]
        }
        text.gauges(
            "source_live",
            "1 while the provider answers and its answers reach this server. Sources that need a key and have none are left out.",
            sources.filter { !unasked.contains($0.name) }.map { (labels($0), $0.state(at: now) == .live ? 1 : 0) }
        )
        text.gauges(
            "source_state",
            "1 for the state that the source is in: "
                + MarketSource.State.allCases.map(\.word).joined(separator: ", ") + ".",
            sources.flatMap { source in
                MarketSource.State.allCases.map { state in
                    (labels(source) + [("state", state.word)], source.state(at: now) == state ? 1 : 0)
                }
            }
        )
        text.gauges(
            "source_age_seconds",
            "Since the newest data of the source was heard.",
            sources.compactMap { source in
                source.lastEvent.map { (labels(source), Int(max(.zero, now.elapsed(since: $0)).components.seconds)) }
            }
        )
        text.gauges(
            "source_clock_offset_seconds",
            "This server's clock less that of the exchange, at its last answer.",
            (await market.parts?.hub.clockOffsets ?? []).map { (labels($0.source), Int($0.offset.components.seconds)) }
        )
    }
}

extension AdminServer.Answer {
    fileprivate static func notFound(_ words: String) -> Self { Self(status: .notFound, body: words + "\n") }

    /// - Parameter reason: may contain text from the database or from another node, so it is escaped.
    fileprivate static func notReady(_ reason: String) -> Self {
        Self(status: .serviceUnavailable, body: "not ready: \(reason.escaped)\n")
    }
}

/// Whether the server still accepts new terminals.
final class ServerPhase: Sendable {
    private let stopping = Atomic<Bool>(false)

    var isStopping: Bool { stopping.load(ordering: .relaxed) }
    func beginStop() { stopping.store(true, ordering: .relaxed) }
}
