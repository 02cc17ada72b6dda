import Foundation
import TestSupport
import Testing

@testable import PushServer

/// docs/ADMIN.md is what the admin port tells. `RECORD_PICTURES=1` writes it anew.
@Suite(.timeLimit(.minutes(5)))
struct AdminDocumentTests {
    @Test func theDocumentHasEachFieldAndMetric() async throws {
        let metrics = try await ServerMetric.all()
        #expect(try RecordedText.isKept(Self.text(metrics), inDocument: "ADMIN.md"), "differs from ADMIN.md")
    }

    @Test func eachFieldIsExplainedAndNoOther() throws {
        let report = try #require(JSONSerialization.jsonObject(with: Data(Self.report.json.utf8)) as? [String: Any])
        let fleet = try #require(report["fleet"] as? [String: Any])
        #expect(Set(report.keys) == Set(Self.fields.map(\.name)))
        #expect(Set(fleet.keys) == Set(Self.fleetFields.map(\.name)))
    }

    /// A field of JSON. One that is not always there says so.
    private typealias Field = (name: String, meaning: String)

    private static let fields: [Field] = [
        ("coins", "rows of the market"),
        ("fleet", "the state of a node, as `/fleet` tells it; missing for a server that stands alone"),
        ("listen", "where terminals connect"),
        ("market", "`live` or `mock`; missing for a server before 0.2.0"),
        ("problem", "why the server is not ready, in words; missing while it is ready"),
        ("sequence", "the last step of the market here"),
        ("terminals", "terminals that are signed in"),
        ("version", "the version of the program"),
        ("warning", "what to mend although the server is ready, in words; missing if nothing"),
    ]

    private static let fleetFields: [Field] = [
        ("database_silence_seconds", "how long the database has not answered; missing for an older node"),
        ("followers", "the nodes that follow this one"),
        ("follows", "the node that this one follows; missing without a connection to one"),
        ("hints_heard", "hints about users who are connected here"),
        ("hints_lost", "repaired changes whose hint did not come in the next second, either"),
        ("hints_repaired", "changes that the comparison with the database found before their hint came"),
        ("hints_sent", "hints about users' tables that this node has passed on"),
        ("lag_milliseconds", "the age of the leader's last beat; 0 for the leader; missing if none has come"),
        ("leader", "the leader's address in the database; missing while none is known"),
        ("node", "the random number of the process"),
        ("path", "the nodes through which the last beat came, the leader first"),
        ("role", "`leader`, `follower` or `starting`"),
        ("term", "the highest term that the node has heard of"),
        ("warning", "what to mend although the node is ready, in words; missing if nothing"),
    ]

    /// A report with each field.
    private static let report = NodeReport(
        version: "0.2.0",
        listen: "127.0.0.1:7443",
        problem: "no market has come yet",
        warning: "its certificate has expired; renew it",
        terminals: 3,
        market: "live",
        coins: 1000,
        sequence: 52_817,
        fleet: FleetStatus(
            node: "0f3c5d6e7a8b9c01",
            role: .follower,
            term: 4,
            leader: "node1.example.com:7443",
            follows: "node1.example.com:7443",
            path: ["0f3c5d6e7a8b9c02"],
            lagMilliseconds: 412,
            databaseSilenceSeconds: 0,
            followers: ["0f3c5d6e7a8b9c03"],
            warning: "two nodes have the same address"
        )
    )

    private static func text(_ metrics: [ServerMetric]) -> String {
        let names = Set(metrics.map(\.name)).sorted()
        let rows = names.compactMap { name in metrics.first { $0.name == name } }
            .map { "| `\($0.name)` | \($0.type) | \($0.help) |" }
        return """
            # The admin port

            This page is generated. It is for scripts and monitors. A later version may add fields and metrics.

            | path | what it answers |
            | --- | --- |
            | `/healthz` | `ok`, while the process works |
            | `/readyz` | `ready: 1000 coins, live market`; or status 503, `not ready:` and the reason, while terminals are better off elsewhere |
            | `/status` | JSON: the state of the server. `tickwire-server status --json` prints an array with an object for each server: its address as `admin`, and this answer as `server`, or the reason why there is none as `error` |
            | `/fleet` | JSON: the state of a node; status 404 for a server that stands alone |
            | `/metrics` | metrics in Prometheus' text format |

            ## `/status`

            \(table(fields))

            ## `/fleet`

            \(table(fleetFields))

            ## `/metrics`

            Metrics that begin with `tickwire_fleet_` are those of a node. Counters begin at 0 when the server starts.

            | metric | type | meaning |
            | --- | --- | --- |
            \(rows.joined(separator: "\n"))
            """
    }

    private static func table(_ fields: [Field]) -> String {
        (["| field | meaning |", "| --- | --- |"] + fields.map { "| `\($0.name)` | \($0.meaning) |" })
            .joined(separator: "\n")
    }
}
