import Foundation
import TerminalKit
import Testing

@testable import TerminalClient

/// The configuration file: its settings apply, and each mistake is reported with its line.
@MainActor
struct ConfigFileTests {
    @Test func theFilesSettingsApply() throws {
        let preferences = try ConfigReader.read(
            """
            palette: blue/orange
            flashes: off
            update-rate: 2s
            color: 256
            blocks: lines
            keys:
              prices:
                favorite: [b, space]
              list:
                filter: ctrl-s
              help:
                page-down: []
            """
        )
        let look = LocalSettings(
            palette: .blueOrange,
            flashes: false,
            updateRate: .twoSeconds,
            blocks: .lines,
            color: .depth(.ansi256)
        )
        #expect(preferences.local == look)
        let scene = Scene(keys: preferences.keys)
        scene.pricesView.press("b")
        #expect(scene.link.user.favoriteIDs == [1])
        scene.pricesView.press("f")
        #expect(scene.link.user.favoriteIDs == [1], "no longer bound")
        #expect(scene.pricesView.picture().contains("b favorite"))
        scene.pricesView.press(.control("s"))
        #expect(scene.prices.list.isFiltering)
        #expect(preferences.keys.help.name(of: .pageDown) == nil)
    }

    /// The writer knows each spelling of a key that the reader accepts. A second line for the same key would spoil the file.
    @Test(arguments: ["theme : dark\n", "\"theme\": dark\n", "theme:   dark\n"])
    func aKeyIsFoundHoweverItIsWritten(text: String) throws {
        let written = ConfigEntry(.theme, "light").written(into: text)
        #expect(written == "theme: light\n")
        _ = try ConfigReader.read(written)
    }

    @Test(arguments: [Set(ChartPart.allCases), [], [.grid], [.volume, .strength]])
    func whatChartsShowIsReadAsItIsWritten(parts: Set<ChartPart>) throws {
        let text = ConfigEntry(.chartParts, parts.configText).written(into: "palette: mono\nchart-parts: grid # mine\n")
        let preferences = try ConfigReader.read(ConfigEntry(.chartScale, "log").written(into: text))
        #expect(preferences.local.chart.parts == parts)
        #expect(preferences.local.chart.scale == .log)
        #expect(text.contains(" # mine"))
    }

    @Test func settingsThatAreNotWrittenKeepTheirDefaults() throws {
        let preferences = try ConfigReader.read("# nothing\nkeys:\n")
        #expect(preferences.local == LocalSettings())
        let preset = try ConfigReader.read("")
        #expect(preset.local == LocalSettings())
    }

    @Test(arguments: [
        ("palette: pink", 1, "'pink' is not a value for palette; use green/red, red/green, blue/orange or mono"),
        (
            "flashes: on\npallete: mono", 2,
            "there is no setting 'pallete'; use theme, palette, flashes, update-rate, sections, icons, times, chart-scale, chart-parts, blocks, color, themes or keys"
        ),
        (
            "theme: pink", 1,
            "there is no theme 'pink'; use auto, light, dark or high-contrast, or describe it under themes"
        ),
        ("themes:\n  light:\n    text: \"#000000\"", 2, "there is already a theme 'light'; use another name"),
        ("themes:\n  auto:\n", 2, "there is already a theme 'auto'; use another name"),
        ("themes:\n  my theme:\n", 2, "'my theme' is not a name for a theme; use letters, digits and -"),
        (
            "themes:\n  mine:\n    text: \"#12345\"", 3,
            "'#12345' is not a color; write it as in \"#1f2328\", with the quotation marks"
        ),
        (
            "themes:\n  mine:\n    text: #123456", 3,
            "'' is not a color; write it as in \"#1f2328\", with the quotation marks"
        ),
        ("themes:\n  mine:\n    text: red", 3, "'red' is not a color; write it as in"),
        (
            "themes:\n  mine:\n    based-on: auto", 3,
            "'auto' is not a theme for based-on; use light, dark or high-contrast"
        ),
        (
            "themes:\n  mine:\n    pink: \"#ff00ff\"", 3,
            "themes have no color 'pink'; use based-on, text, page, strong, muted,"
        ),
        (
            "themes:\n  mine:\n    based-on: light\n    muted: \"#aaaaaa\"", 4,
            "mine: muted #aaaaaa on page #ffffff has a contrast of 2.3, but needs 4.5; use #747474 for muted"
        ),
        (
            "themes:\n  mine:\n    page: \"#ffffff\"", 3,
            "mine: text #c9d1d9 on page #ffffff has a contrast of 1.5, but needs 4.5"
        ),
        ("theme: mine\nthemes:\n  mine: dark", 3, "theme mine must be lines of 'name: value'"),
        ("times: Berlin", 1, "'Berlin' is not a value for times; use local or utc"),
        ("chart-scale: round", 1, "'round' is not a value for chart-scale; use linear, log or percent"),
        (
            "chart-parts: grid, adx", 1,
            "'grid, adx' is not a value for chart-parts; use none, or grid, extremes, sma, ema, volume, rsi or macd with commas between them"
        ),
        ("flashes: maybe", 1, "'maybe' is neither on nor off"),
        ("color: auto\nblocks: big", 2, "'big' is not a value for blocks; use auto, eighths, halves, lines or ascii"),
        ("update-rate: [1s]", 1, "a list or a block does not belong here"),
        ("keys:\n  charts:\n    up: k", 2, "there are no keys for 'charts'"),
        ("keys:\n  prices:\n    fly: k", 3, "prices has no action 'fly'"),
        ("keys:\n  list:\n    up: [hyper-k]", 3, "'hyper-k' is not a key"),
        ("keys:\n  list:\n    up: ctrl-c", 3, "ctrl-c always quits"),
        (
            "keys:\n  prices:\n    favorite: [x]\n    sections: [x]", 4,
            "'x' means both prices.favorite and prices.sections"
        ),
        (
            "keys:\n  screen:\n    quit: [q]\n  prices:\n    favorite: [q]", 5,
            "'q' means both screen.quit and prices.favorite"
        ),
        ("palette: mono\n  flashes: on", 2, "this line is indented more than the one that it continues"),
        ("palette: mono\npalette: mono", 2, "palette is given more than once"),
        ("- palette", 1, "the file must be lines of 'name: value'"),
    ])
    func aMistakeIsReportedWithItsLine(text: String, line: Int, reason: String) {
        do throws(ConfigReader.PlacedFault) {
            _ = try ConfigReader.read(text)
            Issue.record("no mistake found")
        } catch {
            #expect(error.line == line)
            #expect(error.reason.hasPrefix(reason), "\(error.reason)")
        }
    }

    @Test func aUsersOwnThemeAppliesAndIsOfferedInSettings() throws {
        let local = try ConfigReader.read(
            """
            theme: paper
            themes:
              paper:
                based-on: light
                page: "#fdf6e3"
                green: "#0B5A20"
              night:
            """
        ).local
        #expect(local.themeNames == ["auto", "light", "dark", "high-contrast", "paper", "night"])
        let scheme = local.scheme(on: TerminalColors(depth: .trueColor))
        #expect(scheme.paintsPage && scheme.colors[1] == .hex(0xFDF6E3))
        let colors = ColorTable(scheme, on: TerminalColors(depth: .trueColor))
        #expect(colors.shown(.foreground(Theme.up)) == Style(foreground: .hex(0x0B5A20), background: .hex(0xFDF6E3)))
        #expect(local.themes.last?.colors == Theme.dark.colors)
        let scene = Scene(local: LocalStore(local))
        scene.settingsView.press("j", "j", "j", "j", "j", "j")
        #expect(scene.settings.shown(.theme).explanation == "Your own theme from config.yaml.")
        scene.settingsView.press(" ", " ")
        #expect(scene.settings.local.theme == "auto")
        scene.settingsView.press("h")
        #expect(scene.settings.local.theme == "night")
    }

    /// The suggested color has the contrast. Otherwise the user would run from one mistake into the next.
    @Test func theColorOfferedInPlaceOfAWeakOneHasTheContrast() throws {
        for ink in stride(from: UInt32(0), through: 0xFFFFFF, by: 40_503) {
            var theme = Theme.dark
            theme.colors[.text] = .hex(ink)
            guard let weak = theme.weakPair, weak.ink == .text else { continue }
            theme.colors[.text] = .rgb(weak.better)
            let next = theme.weakPair
            #expect(next?.ink != weak.ink || next?.ground != weak.ground, "\(weak)")
        }
    }

    @Test func twoCommandsMayChangeKeys() throws {
        let keys = try ConfigReader.read("keys:\n  list:\n    sort: S\n    flip: s").keys
        #expect(keys.list.action(for: .key("S")) == .sort)
        #expect(keys.list.action(for: .key("s")) == .flip)
    }

    /// Once, a new default key made such a file unreadable.
    @Test func aDefaultGivesWayToAKeyOfTheUsers() throws {
        let alerts = try ConfigReader.read("keys:\n  alerts:\n    remove: [X]").keys
        #expect(alerts.alerts.action(for: .key("X")) == .remove && alerts.alerts.name(of: .seenAll) == nil)
        let holdings = try ConfigReader.read("keys:\n  holdings:\n    add: [E]").keys
        #expect(holdings.holdings.action(for: .key("E")) == .add)
        #expect(holdings.holdingsSort.name(of: .realizedPercent) == nil)
        let favorite = try ConfigReader.read("keys:\n  prices:\n    favorite: [q]").keys
        #expect(favorite.prices.action(for: .key("q")) == .favorite && favorite.screen.action(for: .key("q")) == nil)
        #expect(favorite.screen.action(for: .key(.control("c"))) == .quit, "it has its other key")
        for keys in [alerts, holdings, favorite] { #expect(keys.conflict?.key == nil) }
    }

    @Test func controlCAlwaysQuits() throws {
        let keys = try ConfigReader.read("keys:\n  screen:\n    quit: Q").keys
        #expect(keys.screen.action(for: .key(.control("c"))) == .quit)
        #expect(keys.screen.action(for: .key("Q")) == .quit)
        #expect(keys.screen.action(for: .key("q")) == nil)
        #expect(keys.screen.whileTyping.action(for: .key(.control("c"))) == .quit)
    }

    @Test func theTemplateStatesTheDefaults() throws {
        let read = try ConfigReader.read(ConfigTemplate.text)
        #expect(read.local == LocalSettings())
        let uncommented = ConfigTemplate.text.split(separator: "\n").map { line in
            line.hasPrefix("#  ") ? String(line.dropFirst()) : String(line)
        }
        let whole = try ConfigReader.read(uncommented.joined(separator: "\n")).keys
        for (one, other) in zip(whole.entries, Keys().entries) {
            #expect(one.table == other.table)
            for (mine, preset) in zip(one.bindings, other.bindings) {
                #expect(mine.action == preset.action)
                #expect(Set(mine.keys) == Set(preset.keys), "\(one.table).\(mine.action)")
            }
        }
    }

    @Test func theSettingsScreenChangesOneLineAndLeavesTheRest() throws {
        try withFile("# mine\npalette: mono  # for the projector\nkeys:\n  list:\n    sort: [b]\n") { file in
            try file.set(ConfigEntry(.palette, "blue/orange"))
            try file.set(ConfigEntry(.flashes, "off"))
            let text = try String(contentsOfFile: file.path, encoding: .utf8)
            #expect(
                text == """
                    # mine
                    palette: blue/orange  # for the projector
                    keys:
                      list:
                        sort: [b]
                    flashes: off

                    """
            )
            let local = try file.load().local
            #expect(local == LocalSettings(palette: .blueOrange, flashes: false))
        }
    }

    /// In Swift, CR LF is one character.
    @Test func aFileWithOtherLineEndsIsChangedInPlace() throws {
        try withFile("palette: mono # dark\r\nflashes: on\r\ncolor: auto\r\n") { file in
            try file.set(ConfigEntry(.palette, "blue/orange"))
            try file.set(ConfigEntry(.flashes, "off"))
            let text = try String(contentsOfFile: file.path, encoding: .utf8)
            #expect(text == "palette: blue/orange # dark\r\nflashes: off\r\ncolor: auto\r\n")
        }
        #expect(throws: ConfigReader.PlacedFault(line: 3, fault: .givenTwice("flashes"))) {
            _ = try ConfigReader.read("flashes: on\r\ncolor: auto\r\nflashes: off\r\n")
        }
    }

    @Test func aFileWithAMistakeIsLeftUnchanged() throws {
        try withFile("palette: [\n") { file in
            #expect(throws: ConfigError.self) { try file.set(ConfigEntry(.flashes, "off")) }
            let text = try String(contentsOfFile: file.path, encoding: .utf8)
            #expect(text == "palette: [\n")
        }
    }

    @Test func initWritesAFileOnceAndLeavesOneThatIsThere() throws {
        try withFile(nil) { file in
            try file.create()
            let local = try file.load().local
            #expect(local == LocalSettings())
            #expect(throws: ConfigError(path: file.path, line: nil, fault: .exists)) {
                try file.create()
            }
        }
    }

    @Test func initKeepsTheValuesThatScreensHaveWritten() throws {
        try withFile(nil) { file in
            try file.set(ConfigEntry(.palette, "blue/orange"))
            try file.set(ConfigEntry(.chartParts, "grid, sma"))
            let former = try file.load().local
            try file.create()
            let text = try String(contentsOfFile: file.path, encoding: .utf8)
            #expect(text.lines.count == ConfigTemplate.text.lines.count)
            #expect(text.lines.contains("palette: blue/orange") && text.lines.contains("chart-parts: grid, sma"))
            #expect(try file.load().local == former)
        }
    }

    @Test(arguments: [
        "# mine\npalette: mono\n", "palette: mono # dark\n", "keys:\n  list:\n    sort: [b]\n", "palette : mono\n",
    ])
    func initLeavesAFileWithMoreThanSettings(text: String) throws {
        try withFile(text) { file in
            #expect(throws: ConfigError(path: file.path, line: nil, fault: .exists)) { try file.create() }
            let kept = try String(contentsOfFile: file.path, encoding: .utf8)
            #expect(kept == text)
        }
    }

    @Test func initReportsAMistakeInsteadOfKeepingIt() throws {
        try withFile("flashes: on\npalette: pink\n") { file in
            do throws(ConfigError) {
                try file.create()
                Issue.record("no mistake found")
            } catch {
                #expect(error.line == 2)
            }
            let kept = try String(contentsOfFile: file.path, encoding: .utf8)
            #expect(kept == "flashes: on\npalette: pink\n")
        }
    }

    private func withFile(_ text: String?, _ body: (ConfigFile) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/tickwire-config-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = ConfigFile(path: folder + "/config.yaml")
        if let text { try text.write(toFile: file.path, atomically: true, encoding: .utf8) }
        try body(file)
    }
}
