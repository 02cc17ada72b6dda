import Foundation
import PushServer
import Testing

/// Compares the metrics that `ops/` asks for with those that the real server reports.
@Suite(.timeLimit(.minutes(5)))
struct OperationsTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("ops")

    @Test func theDashboardAndTheAlertsAskForMetricsThatThereAre() async throws {
        let metrics = try await withTemporaryDirectory { directory in
            let server = try await ServerBinary.start(in: directory, port: 0)
            let metrics = try await server.metrics()
            await server.stop()
            return metrics
        }
        let all = try await metrics + Self.metricsOfANode()
        let known = Set(all.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.flatMap(Self.series))
        for file in ["grafana.json", "alerts.yml"] {
            let asked = try Self.text(of: file).matches(of: /tickwire_[a-z_0-9]+/).map { String($0.output) }
            #expect(asked.count >= 8, "\(file) was read")
            #expect(Set(asked).subtracting(known) == [], "\(file) asks for what the server does not say")
        }
    }

    @Test func theAlertsNameClosesThatTheProtocolHas() throws {
        let rows = try Self.text(of: "../docs/PROTOCOL.md")
        let codes = try Self.text(of: "alerts.yml").matches(of: /code=~?"([0-9|]+)"/)
            .flatMap { $0.output.1.split(separator: "|") }
        #expect(!codes.isEmpty)
        for code in codes { #expect(rows.contains("| \(code) |"), "\(code)") }
    }

    /// With a hard limit of 0, the server could not set the limit to 1 itself, which alone keeps Linux from handing cores to a collector.
    @Test func theUnitLetsNoCoreOut() throws {
        let unit = try Self.text(of: "tickwire-server.service").split(separator: "\n")
        #expect(unit.filter { $0.hasPrefix("LimitCORE=") } == ["LimitCORE=1"])
    }

    @MainActor
    private static func metricsOfANode() async throws -> String {
        var metrics = ""
        try await TestFleet.with { fleet in
            let node = try await fleet.start()
            metrics = try await RawClient.metrics(port: try #require(node.server.adminAddress?.port))
        }
        return metrics
    }

    private static func text(of file: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    }

    /// The names under which the values of one `# TYPE` line are kept.
    private static func series(_ line: Substring) -> [String] {
        let words = line.split(separator: " ")
        guard words.count == 4 else { return [] }
        let suffixes = words[3] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        return suffixes.map { words[2] + $0 }
    }
}
