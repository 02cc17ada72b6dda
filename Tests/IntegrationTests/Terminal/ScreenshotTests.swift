import Foundation
import TerminalKit
import Testing

/// `tickwire screenshot`: the picture is one of this user's terminals.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ScreenshotTests {
    private static let config = """
        palette: mono
        icons: off
        blocks: lines
        keys:
          list:
            sort: [b]
          screen:
            back: [f2]

        """

    @Test func withoutAFileNothingChanges() async throws {
        let prices = try await screenshot(["tickwire://prices"], as: "txt")
        #expect(prices.contains("BT BTC") && prices.contains("s sort"))
        let chart = try await screenshot(["tickwire://prices/BTC/chart"], as: "txt")
        #expect(chart.contains { "▁▂▃▄▅▆▇█".contains($0) })
        let picture = try await screenshot(["tickwire://prices"], as: "svg")
        #expect(Self.inks(picture).count > 10)
    }

    @Test func itFollowsTheConfigurationFile() async throws {
        let prices = try await screenshot(["tickwire://prices"], as: "txt", config: Self.config)
        #expect(prices.contains(" BTC ") && !prices.contains("BT BTC") && prices.contains("b sort"))
        let chart = try await screenshot(["tickwire://prices/BTC/chart"], as: "txt", config: Self.config)
        #expect(chart.contains("F2 back") && chart.contains { "║╥╨".contains($0) })
        #expect(!chart.contains { "▁▂▃▄▅▆▇".contains($0) })
    }

    @Test func colorsAreForbiddenByEnvironmentFileAndCommandLine() async throws {
        let never = "color: never\n"
        let plain = try await [
            screenshot(["tickwire://prices"], as: "svg", environment: ["NO_COLOR": "1"]),
            screenshot(["tickwire://prices"], as: "svg", config: never),
            screenshot(["tickwire://prices", "--color", "never"], as: "svg"),
        ]
        // The colors of the window, its buttons, and the terminal's two defaults.
        for picture in plain { #expect(Self.inks(picture).count <= 6, "\(Self.inks(picture))") }
        let colored = try await screenshot(["tickwire://prices", "--color", "truecolor"], as: "svg", config: never)
        #expect(Self.inks(colored).count > 10)
    }

    @Test func keysArePressedBeforeThePictureIsTaken() async throws {
        let filtered = try await screenshot(["tickwire://prices", "--keys", "/ e t h"], as: "txt")
        #expect(filtered.contains("Ethereum") && !filtered.contains("Bitcoin "))
        let help = try await screenshot(["tickwire://favorites", "--keys", "?"], as: "txt")
        #expect(help.contains("sort in your own order"))
    }

    /// Once, it drew no frame while it waited, so rows asked for their last seven days only at the end.
    @Test func whileItWaitsItsRowsAskForTheirLastSevenDays() async throws {
        try await withServerAndTickwire(["screenshot", "--after", "3600"]) { server, _ in
            try await server.untilWeeksAreShown()
        }
    }

    /// Users show pictures to other people.
    @Test func amountsAreHiddenUnlessTheUserWantsThem() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            #expect(try await shell.use("holdings add id:1 --bought 123 --price 5", on: "laptop").status == 0)
            for (options, isShown) in [("", false), (" --amounts", true)] {
                let file = shell.directory + "/holdings.txt"
                let run = try await shell.use("screenshot --keys H --to \(file)\(options)", on: "laptop")
                let drawn = try String(contentsOfFile: file, encoding: .utf8)
                #expect(run.status == 0 && drawn.contains("BTC"), "\(run.said)\(drawn)")
                #expect(drawn.contains("123") == isShown && drawn.contains("•••") != isShown, "\(drawn)")
            }
        }
    }

    @Test func keysChangeThePictureAndNothingAtTheServer() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            #expect(try await shell.use("favorites add ETH", on: "laptop").status == 0)
            let file = shell.directory + "/favorites.txt"
            let words = ["screenshot", "tickwire://prices/BTC", "--keys", "space tab", "--to", file]
            let usual = ["--server", "127.0.0.1:\(shell.server.port)", "--profile", shell.directory + "/laptop"]
            let run = try await CommandRun("tickwire", words + usual)
            let drawn = try String(contentsOfFile: file, encoding: .utf8)
            #expect(run.status == 0 && drawn.contains("Bitcoin") && drawn.contains("Ethereum"), "\(run.said)\(drawn)")
            #expect(!drawn.contains("not saved"), "nothing waits to be saved\n\(drawn)")
            let favorites = try await shell.use("favorites", on: "laptop")
            #expect(favorites.said.contains("ETH") && !favorites.said.contains("BTC"), "\(favorites.said)")
        }
    }

    /// Runs the command with a file of that kind, and returns what is in it.
    private func screenshot(
        _ arguments: [String],
        as kind: String,
        config: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> String {
        try await withTemporaryDirectory { directory in
            let file = "\(directory)/picture.\(kind)"
            let words = ["screenshot", "--to", file, "--size", "90x30"] + arguments
            try await withTickwire(words, config: config, environment: environment) { program in
                #expect(await program.ended() == 0, "\(String(decoding: program.output, as: UTF8.self))")
            }
            return try String(contentsOfFile: file, encoding: .utf8)
        }
    }

    private static func inks(_ svg: String) -> Set<Substring> {
        Set(svg.split(separator: "\"").filter { $0.hasPrefix("#") })
    }
}
