import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Every painted pair of colors can be read, in every theme, on every terminal.
@MainActor
struct ThemeTests {
    /// Kinds of terminals: white, black, Solarized and gray ones. Some report their colors.
    nonisolated static let pages: [UInt32?] = [
        nil, 0xFFFFFF, 0x000000, 0xFDF6E3, 0x002B36, 0x1E1E1E, 0xEEEEEC, 0x777777,
    ]
    nonisolated static let depths: [ColorDepth] = [.ansi16, .ansi256, .trueColor]

    @Test(arguments: Theme.standard)
    func aThemesOwnColorsKeepItsContrast(theme: Theme) {
        #expect(theme.weakPair == nil, "\(theme.weakPair?.description ?? "")")
        #expect(ThemeColor.allCases.allSatisfy { theme.colors[$0] != nil })
        #expect(theme.badges.count == BadgeColors.count)
        for badge in theme.badges { #expect(badge.ink.contrast(with: badge.ground) >= theme.contrast) }
    }

    /// Checks each theme on each terminal, whatever it reports: in all colors, 256 and 16, plain, bold and dim.
    @Test(arguments: Theme.standard, depths)
    func everyPairKeepsTheContrastOnEveryTerminal(theme: Theme, depth: ColorDepth) {
        for page in Self.pages {
            for palettes in [[Palette.xterm, .linux], [.xterm], [.linux], [.tango], [.solarized]] {
                for paintsPage in [false, true] {
                    var terminal = TerminalColors(depth: depth, palettes: palettes)
                    page.map { terminal.learn(.page(RGB(hex: $0))) }
                    let scheme = theme.scheme(paintsPage: paintsPage)
                    let eye = Eye(theme, terminal, paintsPage: paintsPage)
                    for pair in scheme.pairs {
                        for attributes: Style.Attributes in [[], .bold, [.bold, .dim]] {
                            let style = Style(
                                foreground: .role(pair.ink),
                                background: .role(pair.ground),
                                attributes: attributes
                            )
                            let contrast = eye.contrast(of: style)
                            guard contrast < 4.5 else { continue }
                            let ground = page.map { RGB(hex: $0).name } ?? "an unknown page"
                            Issue.record(
                                "on \(ground), page painted: \(paintsPage), \(pair) \(attributes): \(contrast)"
                            )
                        }
                    }
                }
            }
        }
    }

    /// With enough colors and a painted page, high contrast is 7 (WCAG 2.2, level AAA).
    @Test(arguments: [ColorDepth.ansi256, .trueColor])
    func highContrastIsHigher(depth: ColorDepth) {
        let theme = Theme.highContrast
        let eye = Eye(theme, TerminalColors(depth: depth), paintsPage: true)
        for pair in theme.scheme(paintsPage: true).pairs {
            #expect(eye.contrast(of: Style(foreground: .role(pair.ink), background: .role(pair.ground))) >= 7)
        }
    }

    /// All screens paint with roles, and in pairs that the themes know.
    @Test func screensPaintOnlyPairsThatTheThemesKnow() async throws {
        let pairs = Set(Theme.dark.scheme(paintsPage: false).pairs)
        for (name, buffer) in try await Self.screens() {
            var strange: Set<String> = []
            for y in 0..<buffer.size.height {
                for x in 0..<buffer.size.width {
                    let style = buffer[x, y].style
                    guard
                        let ink = style.foreground.role
                            ?? (style.foreground == .terminalDefault ? ColorScheme.text : nil),
                        let ground = style.background.role
                            ?? (style.background == .terminalDefault ? ColorScheme.page : nil)
                    else {
                        strange.insert("\(style) is no role's")
                        continue
                    }
                    let pair = ColorScheme.Pair(ink: ink, ground: ground)
                    let reversed = ColorScheme.Pair(ink: ground, ground: ink)
                    let isReversed = style.attributes.contains(.reverse) && pairs.contains(reversed)
                    if !pairs.contains(pair), !isReversed { strange.insert("\(pair) of '\(buffer[x, y].glyph.text)'") }
                }
            }
            #expect(strange.isEmpty, "\(name): \(strange.sorted())")
        }
    }

    /// The worst report: `TERM=xterm`, a white page, and no answer about other colors.
    @Test func onAWhiteTerminalOfSixteenColorsEveryCellCanBeRead() async throws {
        var terminal = TerminalColors(depth: .ansi16)
        terminal.learn(.page(.white))
        let local = LocalSettings()
        let eye = Eye(.light, terminal, paintsPage: false)
        #expect(local.scheme(on: terminal) == Theme.light.scheme(paintsPage: false))
        for (name, buffer) in try await Self.screens() {
            for y in 0..<buffer.size.height {
                for x in 0..<buffer.size.width where buffer[x, y].glyph != .space {
                    let contrast = eye.contrast(of: buffer[x, y].style)
                    guard contrast < 4.5 else { continue }
                    Issue.record("\(name) at \(x),\(y): \(buffer[x, y].glyph.text) has \(contrast)")
                }
            }
        }
    }

    @Test func theThemeFollowsTheTerminalsBackground() {
        var terminal = TerminalColors(depth: .trueColor)
        var local = LocalSettings()
        #expect(
            local.scheme(on: terminal) == Theme.dark.scheme(paintsPage: false),
            "who does not answer is dark, as ever"
        )
        terminal.learn(.page(RGB(hex: 0xFDF6E3)))
        #expect(local.scheme(on: terminal) == Theme.light.scheme(paintsPage: false))
        terminal.learn(.page(RGB(hex: 0x1E1E1E)))
        #expect(local.scheme(on: terminal) == Theme.dark.scheme(paintsPage: false))
        local.theme = "light"
        #expect(
            local.scheme(on: terminal) == Theme.light.scheme(paintsPage: true),
            "chosen, it is there whatever the terminal"
        )
    }

    /// With sixteen reported colors, a rising price is as green as they allow.
    @Test func theReportedPaletteIsUsed() {
        var terminal = TerminalColors(depth: .ansi16, palettes: [.tango])
        terminal.learn(.page(.white))
        let green = {
            ColorTable(Theme.light.scheme(paintsPage: false), on: terminal).shown(.foreground(Theme.up)).foreground
        }
        #expect(green() == .black, "none that can be read")
        terminal.learn(.indexed(2, RGB(hex: 0x116329)))
        #expect(green() == .green)
    }

    @Test(arguments: [Theme.light, .highContrast])
    func inThisTheme(theme: Theme) throws {
        let scene = Scene(user: .favorites(1))
        scene.pricesView.press("j")
        _ = scene.pricesView.picture()
        scene.tick { $0.setPrice(6_712_399, row: 0) }
        try Picture.expect(scene.pricesView, (80, 24), in: theme, is: "prices")
        scene.openChart()
        let chart = try #require(scene.chartView)
        chart.press("h", "h")
        try Picture.expect(chart, (80, 24), in: theme, is: "chart")
        try Picture.expect(scene.settingsView, (80, 24), in: theme, is: "settings")
    }
}

// MARK: The screens
extension ThemeTests {
    /// All screens, in all states that have colors of their own.
    private static func screens() async throws -> [(name: String, buffer: Buffer)] {
        var screens: [(String, Buffer)] = []
        let add = { (name: String, view: any View) in
            var buffer = Buffer(size: Size(width: 170, height: 30))
            _ = view.frame(into: &buffer)
            screens.append((name, buffer))
        }
        var coins = [TestCoin].few
        coins[2].isDelisted = true
        for palette in MarketPalette.allCases {
            let scene = Scene(
                coins,
                user: .favorites(1, 825, 99_999),
                local: LocalStore(LocalSettings(palette: palette))
            )
            add("prices", scene.pricesView)
            // Moved prices light up on a plain row, and on the selected one.
            for row in [0, 1] {
                scene.tick { table in
                    table.setPrice(6_712_399 + UInt64(row), row: 0)
                    table.setPrice(3_456_000 + UInt64(row), row: 1)
                    table.setPrice(15_100 - UInt64(row), row: 3)
                }
                scene.board.trendDue()
                add("prices in \(palette), moved", scene.pricesView)
                scene.pricesView.press("j")
            }
            scene.pricesView.press("j")
            add("prices in \(palette), a delisted one selected", scene.pricesView)
            scene.pricesView.press("/")
            add("an empty filter", scene.pricesView)
            scene.pricesView.press("c", "o")
            add("a filter", scene.pricesView)
            scene.pricesView.press(Key(.enter))
            add("a filter that is kept", scene.pricesView)
            scene.link.user.noted(.refused("You have 500 favorites, which is the most; remove one first."))
            scene.tabs.tabShown(.favorites)
            scene.favoritesView.press("G")
            add("favorites with a missing one", scene.favoritesView)
            scene.settingsView.press("j")
            add("settings", scene.settingsView)
            scene.settingsView.press("G", Key(.enter))
            add("settings, asking", scene.settingsView)
            await scene.showDevices()
            add("devices", scene.devicesView)
            scene.devicesView.press("j", "x")
            add("devices, asking", scene.devicesView)
            add("help", scene.helpView)
            scene.openChart()
            if let chart = scene.chartView {
                add("chart", chart)
                chart.press("+", "i", "h", "h", "h", size: Size(width: 170, height: 30))
                add("a crosshair", chart)
            }
            add("a chart below its row", scene.favoritesView)
            let detail = DetailView(viewModel: scene.detail())
            add("detail", detail)
            scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
            add("prices, offline", scene.pricesView)
        }
        let login = LoginViewModel(LoginStart(server: TestServices.server), clock: ManualClock().clock)
        login.failed("Name or password is wrong.")
        add("login", LoginView(viewModel: login))
        let key = try #require(PublicKeyPin.one)
        add("trust", TrustView(viewModel: TrustViewModel(server: TestServices.server, key: key, reason: "self-signed")))
        let stop = StopViewModel(reason: .refused("No."), server: TestServices.server, knownServersPath: "")
        add("stop", StopView(viewModel: stop))
        return screens
    }
}

/// How a terminal shows a style.
private struct Eye {
    private let table: ColorTable
    private let terminal: TerminalColors
    private let text: RGB
    private let page: RGB

    init(_ theme: Theme, _ terminal: TerminalColors, paintsPage: Bool) {
        table = ColorTable(theme.scheme(paintsPage: paintsPage), on: terminal)
        self.terminal = terminal
        page = terminal.page ?? theme[.page].look(in: .xterm) ?? .black
        // If the terminal has not reported the color of text, it suits the page.
        text = terminal.text ?? (page.isLight ? .black : .white)
    }

    /// The lowest contrast, for any palette of the sixteen colors, and with bold text as bright as some terminals show
    /// it.
    func contrast(of style: Style) -> Double {
        let shown = table.shown(style)
        var inks = [shown.foreground]
        if shown.attributes.contains(.bold), case .indexed(let index) = shown.foreground.kind, index < 8 {
            inks.append(.indexed(index + 8))
        }
        if shown.attributes.contains(.dim) { return 0 }
        return terminal.palettes.flatMap { palette in
            inks.map { ink in
                (ink.look(in: palette) ?? text).contrast(with: shown.background.look(in: palette) ?? page)
            }
        }.min() ?? 0
    }
}

extension Palette {
    private static func told(_ colors: [UInt32]) -> Palette {
        var terminal = TerminalColors(depth: .ansi16)
        for (index, color) in colors.enumerated() { terminal.learn(.indexed(UInt8(index), RGB(hex: color))) }
        return terminal.palettes[0]
    }

    /// The palette of GNOME's terminal.
    fileprivate static let tango = told([
        0x2E3436, 0xCC0000, 0x4E9A06, 0xC4A000, 0x3465A4, 0x75507B, 0x06989A, 0xD3D7CF, 0x555753, 0xEF2929, 0x8AE234,
        0xFCE94F, 0x729FCF, 0xAD7FA8, 0x34E2E2, 0xEEEEEC,
    ])

    /// A palette with grays for half of its colors.
    fileprivate static let solarized = told([
        0x073642, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xEEE8D5, 0x002B36, 0xCB4B16, 0x586E75,
        0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3,
    ])
}

extension Color {
    fileprivate var role: UInt8? {
        if case .role(let number) = kind { number } else { nil }
    }
}
