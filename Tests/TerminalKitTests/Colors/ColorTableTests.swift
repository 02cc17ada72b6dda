import TestSupport
import Testing

@testable import TerminalKit

/// A theme's colors on a terminal.
struct ColorTableTests {
    /// A scheme of text, page, green and a background for it.
    private static func scheme(paintsPage: Bool = false) -> ColorScheme {
        ColorScheme(
            colors: [.hex(0xC9D1D9), .hex(0x0D1117), .indexed(71), .hex(0x1A2D48), .hex(0x4A2C12), .hex(0xF0A868)],
            pairs: [(0, 1), (2, 1), (0, 3), (2, 3), (5, 4)].map { ColorScheme.Pair(ink: $0, ground: $1) },
            paintsPage: paintsPage
        )
    }

    private func table(_ colors: TerminalColors, paintsPage: Bool = false) -> ColorTable {
        ColorTable(Self.scheme(paintsPage: paintsPage), on: colors)
    }

    @Test func contrastFollowsTheStandard() {
        #expect(RGB.black.contrast(with: .white) == 21)
        #expect(RGB.white.contrast(with: .white) == 1)
        // The well-known grays on white: the first has enough contrast, and the second does not.
        #expect(RGB(hex: 0x767676).contrast(with: .white) > 4.5)
        #expect(RGB(hex: 0x777777).contrast(with: .white) < 4.5)
        #expect(abs(RGB(hex: 0xFF0000).contrast(with: .white) - 3.998) < 0.001)
    }

    @Test func aSuitableColorIsSentUnchanged() {
        let table = table(TerminalColors(depth: .trueColor))
        #expect(table.shown(.foreground(.role(2))) == .foreground(.indexed(71)))
        #expect(table.shown(.plain) == .plain, "the terminal's own")
        #expect(table.shown(Style(background: .role(3))).background == .hex(0x1A2D48))
        #expect(table.shown(Style(background: .role(3))).foreground == .hex(0xC9D1D9))
        #expect(table.shown(.foreground(.red)) == .foreground(.red), "no role")
        #expect(table.shown(.foreground(.role(200))).foreground == .terminalDefault, "nobody's role")
    }

    @Test(arguments: [0xFFFFFF, 0xFDF6E3, 0x808080, 0x002B36, 0x000000, 0x0000EE] as [UInt32], ColorDepth.allCases)
    func theContrastHoldsOnEveryPage(page: UInt32, depth: ColorDepth) {
        guard depth > .none else { return }
        var colors = TerminalColors(depth: depth)
        colors.learn(.page(RGB(hex: page)))
        colors.learn(.text(RGB(hex: 0x808080)))
        let table = table(colors)
        for style in [Style.foreground(.role(2)), .plain, .dim, Style.foreground(.role(2)).dim] {
            let shown = table.shown(style)
            #expect(shown.attributes.isEmpty, "nobody knows what SGR 2 looks like")
            for palette in colors.palettes {
                let ink = shown.foreground.look(in: palette) ?? RGB(hex: 0x808080)
                #expect(ink.contrast(with: RGB(hex: page)) >= 4.5, "\(style) on \(RGB(hex: page).name)")
            }
        }
    }

    @Test func dimTextIsNearerToItsBackground() throws {
        let table = table(TerminalColors(depth: .trueColor))
        let ground = RGB(hex: 0x1A2D48)
        let look = { (style: Style) in table.shown(style.over(.background(.role(3)))).foreground.look(in: .xterm) }
        let (plain, dim) = (try #require(look(.plain)), try #require(look(.dim)))
        #expect(dim.contrast(with: ground) < plain.contrast(with: ground))
        #expect(dim.contrast(with: ground) >= 4.5)
        #expect(ColorTable(depth: .none).shown(.dim) == .dim, "without colours, nothing else is dim")
    }

    /// Old prices have this ink, to which a row of a list changes often.
    @Test func aDimGrayIsOneOfThe256() {
        let table = table(TerminalColors(depth: .trueColor))
        #expect(table.shown(.dim) == .foreground(.indexed(244)))
        #expect(table.shown(Style.foreground(.role(2)).dim) == .foreground(.rgb(79, 143, 81)), "green keeps its hue")
    }

    /// Many terminals show bold text in a brighter color.
    @Test func textIsNotBoldIfThatCostsTheContrast() {
        var colors = TerminalColors(depth: .ansi16, palettes: [.xterm])
        colors.learn(.page(.white))
        let red = ColorScheme(
            colors: [.black, .white, .indexed(124)],
            pairs: [ColorScheme.Pair(ink: 2, ground: 1)]
        )
        let shown = ColorTable(red, on: colors).shown(.foreground(.role(2)).bold)
        #expect(shown == .foreground(.red), "bright red has 4.0 on white")
    }

    @Test func aColorBecomesAGrayRatherThanAnotherHue() {
        var colors = TerminalColors(depth: .ansi16)
        colors.learn(.page(.white))
        // Neither xterm nor the Linux console has a green that can be read on white.
        let ink = table(colors).shown(.foreground(.role(2))).foreground
        #expect(ink == .black)
    }

    /// Once, both were yellow on a light page.
    @Test func backgroundsKeepTheirHueAmongSixteen() {
        let scheme = ColorScheme(
            colors: [.black, .white, .indexed(157), .indexed(217)],
            pairs: [2, 3].map { ColorScheme.Pair(ink: 0, ground: $0) }
        )
        let table = ColorTable(scheme, on: TerminalColors(depth: .ansi16))
        #expect(table.shown(.background(.role(2))).background == .brightGreen)
        #expect(table.shown(.background(.role(3))).background == .brightRed)
    }

    /// Reversed text is for terminals without colors. Bold would brighten its background.
    @Test func reversedTextIsPaintedUnreversedIfThereAreColors() {
        let badge = Style(foreground: .role(4), background: .role(5)).reverse.bold
        let shown = table(TerminalColors(depth: .trueColor)).shown(badge)
        #expect(shown == Style(foreground: .hex(0xF0A868), background: .hex(0x4A2C12)).bold)
        #expect(ColorTable(depth: .none).shown(badge) == .reverse.bold)
        #expect(table(TerminalColors(depth: .trueColor)).shown(.reverse) == .reverse)
    }

    @Test func tablesAreEqualIfTheTerminalGetsTheSame() {
        var colors = TerminalColors(depth: .trueColor)
        let before = table(colors)
        colors.learn(.page(RGB(hex: 0x0D1117)))
        #expect(table(colors) == before, "as it was taken to be")
        colors.learn(.page(.white))
        #expect(table(colors) != before)
        #expect(ColorTable(depth: .ansi16) != ColorTable(depth: .ansi256))
    }

    /// A theme's own page covers every cell, even where the terminal clears to its own color.
    @Test(arguments: ColorDepth.allCases, [true, false])
    func framesInAThemeShowWhatTheyShould(depth: ColorDepth, erases: Bool) {
        for paintsPage in [false, true] {
            let table = table(TerminalColors(depth: depth), paintsPage: paintsPage)
            let colors: [Color] = [.terminalDefault, .role(2), .role(3), .role(4), .role(5), .red]
            for seed in UInt64(0)..<30 {
                var random = SeededGenerator(seed: seed)
                let size = Size(width: .random(in: 1...30, using: &random), height: .random(in: 1...12, using: &random))
                var terminal = ModelTerminal(size: size)
                var renderer = Renderer(capabilities: Capabilities(colors: depth, erasesWithBackground: erases))
                renderer.take(table)
                var buffer = Buffer(size: size)
                for _ in 0..<5 {
                    if Bool.random(using: &random) {
                        buffer.scroll(0..<size.height, by: .random(in: -3...3, using: &random))
                    }
                    for _ in 0..<3 {
                        let place = Point(
                            x: .random(in: 0..<size.width, using: &random),
                            y: .random(in: 0..<size.height, using: &random)
                        )
                        let style = Style(
                            foreground: colors.randomElement(using: &random) ?? .red,
                            background: colors.randomElement(using: &random) ?? .red,
                            attributes: .init(rawValue: .random(in: 0..<16, using: &random))
                        )
                        buffer.draw(
                            ["BTC", "      ", "▲ 日"].randomElement(using: &random) ?? "",
                            at: place,
                            style: style
                        )
                    }
                    terminal.feed(renderer.frame(buffer))
                    let difference = terminal.difference(from: buffer.colored(by: table), depth: .trueColor)
                    #expect(difference == nil, "seed \(seed), page painted: \(paintsPage)")
                    if difference != nil { return }
                }
            }
        }
    }
}
