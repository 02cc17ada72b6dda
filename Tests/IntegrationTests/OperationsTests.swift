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
        let known = try await Set(ServerMetric.all().flatMap(\.series))
        for file in ["grafana.json", "alerts.yml"] {
            let asked = try Self.asked(in: file)
            #expect(asked.count >= 8, "\(file) was read")
            #expect(asked.subtracting(known) == [], "\(file) asks for what the server does not say")
        }
    }

    @Test func theDashboardShowsEachMetricAndARuleWatchesEachThatMustStayZero() async throws {
        // Its label is a word, which terminals, `/readyz` and `tickwire-server status` show.
        let withoutPanel: Set = ["tickwire_market_info"]
        let metrics = try await ServerMetric.all()
        #expect(metrics.count > 40, "the metrics were read")
        let (shown, watched) = (try Self.asked(in: "grafana.json"), try Self.asked(in: "alerts.yml"))
        let hidden = metrics.filter { shown.isDisjoint(with: $0.series) }.map(\.name)
        #expect(Set(hidden) == withoutPanel)
        let zeros = metrics.filter { $0.help.contains("Must stay 0") }.map(\.name)
        #expect(zeros.count >= 2)
        #expect(Set(zeros).subtracting(watched) == [])
    }

    @Test func theAlertsWatchAFleetsLeaderAndItsDatabase() throws {
        let asked = try Self.asked(in: "alerts.yml")
        #expect(asked.isSuperset(of: ["tickwire_fleet_leading", "tickwire_fleet_database_silence_seconds"]))
    }

    /// Terminals show the prices of whichever exchange has them.
    @Test func nobodyIsPagedForOneOfSeveralExchanges() throws {
        let rules = try Self.text(of: "alerts.yml").components(separatedBy: "- alert: ").filter {
            $0.contains("severity: page") && $0.contains("tickwire_source_")
        }
        #expect(rules.count == 1)
        for rule in rules { #expect(rule.contains("min without (provider) (tickwire_source_age_seconds"), "\(rule)") }
    }

    @Test func theAlertsNameClosesThatTheProtocolHas() throws {
        let rows = try Self.text(of: "../docs/PROTOCOL.md")
        let codes = try Self.text(of: "alerts.yml").matches(of: /code=~?"([0-9|]+)"/)
            .flatMap { $0.output.1.split(separator: "|") }
        #expect(!codes.isEmpty)
        for code in codes { #expect(rows.contains("| \(code) |"), "\(code)") }
    }

    /// Docker has no address for the name of a container that does not run. Without these lines, HAProxy then did not start.
    @Test func theBalancerOfTheContainersStartsWithoutANode() throws {
        let compose = try Self.text(of: "../docker-compose.yml")
        #expect(compose.contains("default-server init-addr last,libc,none resolvers docker\n"))
        #expect(compose.contains(/resolvers docker\n +parse-resolv-conf\n/))
    }

    /// Only a limit of 1 keeps Linux from handing cores to a collector. With a hard limit of 0, the server could not set it.
    @Test func theUnitLetsNoCoreOut() throws {
        let unit = try Self.text(of: "tickwire-server.service").split(separator: "\n")
        #expect(unit.filter { $0.hasPrefix("LimitCORE=") } == ["LimitCORE=1"])
    }

    /// With systemd's own limit, a node whose database comes up ten seconds later would stay down for good.
    @Test func theUnitStartsTheServerAgainUnlessItsOptionsAreWrong() throws {
        let sections = try Self.text(of: "tickwire-server.service").components(separatedBy: "\n[")
        let unit = try #require(sections.first { $0.hasPrefix("Unit]") }).split(separator: "\n")
        #expect(unit.filter { $0.hasPrefix("StartLimit") } == ["StartLimitIntervalSec=0"])
        let service = try #require(sections.first { $0.hasPrefix("Service]") }).split(separator: "\n")
        #expect(
            service.filter { $0.hasPrefix("Restart") } == [
                "Restart=on-failure", "RestartSec=1", "RestartPreventExitStatus=64",
            ]
        )
    }

    private static func text(of file: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    }

    private static func asked(in file: String) throws -> Set<String> {
        try Set(text(of: file).matches(of: /tickwire_[a-z_0-9]+/).map { String($0.output) })
    }
}
