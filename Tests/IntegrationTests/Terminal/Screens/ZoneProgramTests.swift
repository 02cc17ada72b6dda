import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// Times in a real pty, in a zone whose hours begin where those of UTC do not.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ZoneProgramTests {
    private static let zone = ["TZ": "TST-5:37"]
    private static let size = Size(width: 100, height: 30)

    @Test func timesAreThoseOfTheMachinesZone() async throws {
        try await withTickwire(environment: Self.zone, size: Self.size) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("\r")
            try await program.until { $0.text.contains(":37  O ") && $0.text.contains(" TST") }
            #expect(!program.screen.text.contains("UTC"))
            #expect(program.screen.text.ranges(of: "TST").count == 1)
        }
    }

    /// A wide screen has room for both a column of times and the chart's axis.
    @Test func aWideScreenNamesTheZoneOnce() async throws {
        try await withTickwire(environment: Self.zone, size: Size(width: 220, height: 60)) { program in
            try await program.until { screen in
                screen.isConnected && screen.text.contains("Source (TST)") && screen.text.contains("╵")
            }
            #expect(program.screen.text.ranges(of: "TST").count == 1)
            #expect(!program.screen.text.contains("UTC"))
        }
    }

    @Test func theConfigurationFileSwitchesToUTC() async throws {
        try await withTickwire(config: "times: utc\n", environment: Self.zone, size: Self.size) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("\r")
            try await program.until { $0.text.contains(":00  O ") && $0.text.contains(" UTC") }
            #expect(!program.screen.text.contains("TST"))
        }
    }

    @Test func aChoiceInSettingsSwitchesToUTCAtOnceAndAtTheNextStart() async throws {
        try await withTickwire(
            shell: "TICKWIRE; echo listening; read -r; TICKWIRE",
            environment: Self.zone,
            size: Self.size
        ) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("\r")
            try await program.until { $0.text.contains(":37  O ") && $0.text.contains(" TST") }
            program.type(",jjjjjjjjjj")
            try await program.until(shows: "› Times")
            program.type(" ")
            try await program.until(shows: "● UTC")
            program.type("\u{1B}")
            try await program.until { $0.text.contains(":00  O ") && $0.text.contains(" UTC") }
            program.type("q")
            try await program.until { _ in String(decoding: program.output, as: UTF8.self).contains("listening") }
            program.type("\n")
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("\r")
            try await program.until { $0.text.contains(":00  O ") && $0.text.contains(" UTC") }
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    @Test func devicesAreShownInTheMachinesZone() async throws {
        try await withTickwire(["open", "tickwire://devices"], environment: Self.zone, size: Self.size) { program in
            try await program.until(shows: "Logged in (TST)")
        }
    }

    /// Tether has no pair, so its page says when the listing was heard.
    @Test func aCoinsPageShowsTimesInTheMachinesZone() async throws {
        let page = ["open", "tickwire://prices/USDT/detail"]
        try await withServerAndTickwire(page, environment: Self.zone, size: Self.size) { server, program in
            let market = await server.hub.state
            let row = try #require(market.row(of: CoinID(825)))
            let heard = try #require(market.heard(market[row].pricing))
            try await program.until(shows: "\(Self.local(heard).clockText) TST")
            #expect(program.screen.text.ranges(of: "TST").count == 1)
        }
    }

    @Test func theTimeOfAFiredAlertIsShownInTheMachinesZone() async throws {
        let alerts = ["open", "tickwire://alerts"]
        try await withServerAndTickwire(alerts, environment: Self.zone, size: Self.size) { server, program in
            let terminal = server.terminal()
            let alert = Alert(id: .random(), coin: CoinID(1), condition: try AlertCondition(typed: ">80000"))
            let fired = try await terminal.connected {
                await terminal.untilReady()
                terminal.link.user.mutate { _ in .add(alert) }
                await terminal.untilConfirmed()
                try await server.poll(["btcusdt": "70000"]) { terminal.user.state(of: alert)?.phase == .armed }
                try await server.poll(["btcusdt": "80001.5"]) { !terminal.user.alertEvents.isEmpty }
                return try #require(terminal.user.alertEvents.first).time
            }
            let clock = Self.local(fired).dateAndClockText.dropFirst(5).prefix(11)
            try await program.until { $0.text.contains("State (TST)") && $0.text.contains("fired \(clock)") }
        }
    }

    /// The same moment by a clock in that zone.
    private static func local(_ time: MarketTime) -> MarketTime { time.adding(seconds: (5 * 60 + 37) * 60) }

    /// Times in the machine's zone would be hours ahead.
    @Test(arguments: ["candles BTC", "devices"])
    func whatProgramsReadStaysInUTC(command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        try await withTickwire(words + ["--json"], environment: Self.zone) { program in
            #expect(await program.ended() == 0)
            let text = String(decoding: program.output, as: UTF8.self)
            let times = text.matches(of: /"([0-9]{4}-[0-9]{2}-[0-9]{2}T[^"]+)"/).map { String($0.output.1) }
            #expect(times.allSatisfy { $0.hasSuffix("Z") }, "\(times)")
            let read = times.compactMap(MarketTime.init(iso8601:))
            #expect(read.count == times.count, "\(times)")
            let latest = try #require(read.map(\.milliseconds).max(), "\(text)")
            #expect(latest <= MarketTime.now.milliseconds, "\(times)")
        }
    }
}
