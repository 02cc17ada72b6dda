import TerminalKit
import TestSupport
import Testing

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

    @Test func devicesAreToldInTheMachinesZone() async throws {
        try await withTickwire(["open", "tickwire://devices"], environment: Self.zone, size: Self.size) { program in
            try await program.until(shows: "Logged in (TST)")
        }
    }

    @Test func whatProgramsReadStaysInUTC() async throws {
        try await withTickwire(["candles", "BTC", "--json"], environment: Self.zone) { program in
            #expect(await program.ended() == 0)
            let text = String(decoding: program.output, as: UTF8.self)
            #expect(text.contains(":00:00Z\"") && !text.contains(":37:00"))
        }
    }
}
