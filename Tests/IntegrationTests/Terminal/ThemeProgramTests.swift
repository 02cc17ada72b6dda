import TerminalKit
import TestSupport
import Testing

/// The program in a pty whose other end answers as terminals do, or does not.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ThemeProgramTests {
    private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
    private static let question = Array("\u{1B}]11;?\u{1B}\\".utf8)

    @Test func aWhiteTerminalIsGivenTheLightTheme() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            #expect(program.output.firstRange(of: Self.question) != nil)
            let dark = try #require(program.screen.bar)
            program.type(Self.white)
            try await program.until { $0.isWhole && $0.bar != dark && $0.text.contains("BTC") }
            #expect(program.screen.bar == .rgb(0xE8, 0xEC, 0xF0))
            #expect(program.screen.page == .terminalDefault, "its own page goes with the theme")
            // The program still reacts to a key and still quits.
            program.type("?")
            try await program.until(shows: "Help")
            #expect(program.screen.unknown.isEmpty, "\(program.screen.unknown)")
        }
    }

    /// The answer comes a byte at a time, with keys before and after it.
    @Test func anAnswerInPiecesIsNoKey() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            let dark = program.screen.bar
            program.type("j")
            // Bytes that are typed at once arrive together, so that no timeout can part them.
            program.type(String(Self.white.prefix(9)))
            program.type(String(Self.white.dropFirst(9)))
            try await program.until { $0.isWhole && $0.bar != dark && $0.text.contains("▌   2") }
        }
    }

    @Test func aTerminalThatDoesNotAnswerLooksAsBefore() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            #expect(program.screen.bar == .rgb(0x16, 0x1B, 0x22))
            #expect(program.screen.page == .terminalDefault)
            #expect(program.screen.unknown.isEmpty, "\(program.screen.unknown)")
        }
    }

    /// `TERM=xterm` claims 16 colors. Blue and yellow letters on gray used to be unreadable there.
    @Test func onAWhiteXtermBadgesCanBeRead() async throws {
        let environment = ["TERM": "xterm", "COLORTERM": ""]
        try await withTickwire(environment: environment) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            let dark = program.screen.bar
            program.type(Self.white)
            try await program.until { $0.isWhole && $0.bar != dark && $0.text.contains("BTC") }
            let screen = program.screen
            for y in screen.cells.indices {
                for cell in screen.cells[y] where cell.text != " " && !cell.text.isEmpty {
                    for palette in [Palette.xterm, .linux] {
                        #expect(
                            cell.pen.contrast(in: palette, text: .black, page: .white) >= 4.5,
                            "\(cell) in row \(y)"
                        )
                    }
                }
            }
        }
    }

    /// A terminal that reports no colors may have those of xterm or of the Linux console. The console has only its own.
    @Test(arguments: [
        ("xterm", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", [Palette.xterm, Palette.linux]),
        ("linux", "", [Palette.linux]),
    ])
    func textCanBeReadInSixteenColorsOnABlackPage(name: String, answer: String, palettes: [Palette]) async throws {
        let environment = ["TERM": name, "COLORTERM": ""]
        try await withTickwire(config: "flashes: off\n", environment: environment) { program in
            try await program.until { $0.isWhole && $0.text.contains("BTC") && $0.isConnected }
            // The frame after this key has the colors that the answer leads to.
            program.type(answer + "j")
            // The console's font has no half blocks.
            try await program.until { $0.isWhole && $0.text.contains(/[▌█]   2/) }
            for palette in palettes {
                let least = program.screen.leastContrast(in: palette, text: RGB(0xAA, 0xAA, 0xAA), page: .black)
                #expect(least >= 4.5)
            }
        }
    }

    /// xterm shows 256 colors whatever TERM says, and answers so when asked.
    @Test(arguments: [
        ("\u{1B}P1+r436F=323536\u{1B}\\", Color.indexed(22)), ("\u{1B}]4;255;rgb:eeee/eeee/eeee\u{1B}\\", .indexed(22)),
        ("\u{1B}P1+r524742=38\u{1B}\\", .indexed(22)),
    ])
    func aTerminalThatShowsMoreThanItsNameSaysIsSentMore(answer: String, green: Color) async throws {
        let environment = ["TERM": "xterm", "COLORTERM": ""]
        try await withTickwire(environment: environment) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type(Self.white + answer)
            try await program.until { $0.isWhole && $0.pen(of: "●")?.foreground == green }
        }
    }

    /// Solarized, which many users have. Its bright red and bright green are hard to read on its page, and its bright
    /// black is the page.
    @Test func inSixteenColorsTextCanBeReadInThePaletteThatTheTerminalReports() async throws {
        let (text, page) = (RGB(0x83, 0x94, 0x96), RGB(0x00, 0x2B, 0x36))
        let colors = [
            RGB(0x07, 0x36, 0x42), RGB(0xDC, 0x32, 0x2F), RGB(0x85, 0x99, 0x00), RGB(0xB5, 0x89, 0x00),
            RGB(0x26, 0x8B, 0xD2), RGB(0xD3, 0x36, 0x82), RGB(0x2A, 0xA1, 0x98), RGB(0xEE, 0xE8, 0xD5), page,
            RGB(0xCB, 0x4B, 0x16), RGB(0x58, 0x6E, 0x75), RGB(0x65, 0x7B, 0x83), text, RGB(0x6C, 0x71, 0xC4),
            RGB(0x93, 0xA1, 0xA1), RGB(0xFD, 0xF6, 0xE3),
        ]
        var reported = TerminalColors(depth: .ansi16)
        for (index, color) in zip(UInt8(0)..., colors) { reported.learn(.indexed(index, color)) }
        let palette = try #require(reported.palettes.first)
        let answers = [("10", text), ("11", page)] + colors.enumerated().map { ("4;\($0.offset)", $0.element) }
        let environment = ["TERM": "xterm", "COLORTERM": ""]
        try await withTickwire(config: "flashes: off\n", environment: environment) { program in
            try await program.until { $0.isWhole && $0.text.contains("BTC") && $0.isConnected }
            #expect(program.output.firstRange(of: Array("\u{1B}]4;0;?;1;?".utf8)) != nil)
            #expect(program.screen.leastContrast(in: palette, text: text, page: page) < 4.5, "xterm's colors would do")
            program.type(answers.map { "\u{1B}]\($0.0);\(Self.name(of: $0.1))\u{1B}\\" }.joined())
            try await program.until {
                $0.isWhole && $0.text.contains("BTC") && $0.leastContrast(in: palette, text: text, page: page) >= 4.5
            }
        }
    }

    /// As terminals answer: `rgb:0000/2b2b/3636`.
    private static func name(of color: RGB) -> String {
        let parts = [color.red, color.green, color.blue].map { part in
            let digits = String(part, radix: 16)
            return String(repeating: (part < 16 ? "0" : "") + digits, count: 2)
        }
        return "rgb:" + parts.joined(separator: "/")
    }

    @Test func aThemeChosenInSettingsIsPaintedAtOnce() async throws {
        try await withTickwire(["open", "tickwire://settings"], config: "theme: light\n") { program in
            try await program.until { $0.isWhole && $0.text.contains("Theme") && $0.isConnected }
            #expect(program.screen.page == .rgb(255, 255, 255))
            #expect(program.screen.text.contains("● light"))
            program.type("jjjjjj")
            try await program.until(shows: "› Theme")
            program.type(" ")
            try await program.until {
                $0.isWhole && $0.text.contains("● dark") && $0.page == .rgb(0x0D, 0x11, 0x17)
            }
            // Every cell has the page's color, and none the terminal's default.
            #expect(program.screen.cells.joined().allSatisfy { $0.pen.background != .terminalDefault })
        }
    }

    /// WCAG 2.2, level AAA.
    @Test func highContrastPaintsItsPageWithAContrastOfSeven() async throws {
        try await withTickwire(config: "theme: high-contrast\nflashes: off\n") { program in
            try await program.until {
                $0.isWhole && $0.text.contains("BTC") && $0.isConnected && $0.page == .rgb(0, 0, 0)
            }
            for cell in program.screen.cells.joined() where cell.text != " " && !cell.text.isEmpty {
                let contrast = cell.pen.contrast(in: .xterm, text: .white, page: .black)
                #expect(contrast >= 7, "\(cell) has a contrast of \(contrast)")
            }
        }
    }

    @Test func aThemeOfTheUsersOwnIsPainted() async throws {
        let config = "theme: mine\nthemes:\n  mine:\n    based-on: dark\n    page: '#102030'\n"
        try await withTickwire(config: config) { program in
            try await program.until { $0.isWhole && $0.text.contains("BTC") && $0.page == .rgb(0x10, 0x20, 0x30) }
            #expect(program.screen.bar == .rgb(0x16, 0x1B, 0x22), "what it leaves out is as in dark")
        }
    }

    @Test func aThemeWithTooLittleContrastIsRefusedWithTheLineAndABetterColor() async throws {
        let config = "theme: mine\nthemes:\n  mine:\n    muted: '#404040'\n"
        try await withTickwire(config: config) { program in
            #expect(await program.ended() == 1)
            #expect(program.said("config.yaml:4: mine: muted #404040 on page"))
            #expect(program.said("has a contrast of") && program.said("for muted"))
        }
    }

    @Test func aMultiplexerIsAskedForColorsAlone() async throws {
        try await withTickwire(environment: ["TERM": "tmux-256color", "COLORTERM": ""]) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            #expect(program.output.firstRange(of: Self.question) != nil)
            #expect(program.output.firstRange(of: Array("\u{1B}P+q".utf8)) == nil)
        }
    }

    @Test func theLinuxConsoleIsNotAsked() async throws {
        try await withTickwire(environment: ["TERM": "linux", "COLORTERM": ""]) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            #expect(program.output.firstRange(of: Self.question) == nil)
        }
    }
}

extension ModelTerminal {
    /// The backgrounds of the header and of the body.
    fileprivate var bar: Color? { cells.first?.last?.pen.background }
    fileprivate var page: Color? { cells.dropFirst(3).first?.last?.pen.background }

    /// The contrast of the cell that is hardest to read.
    fileprivate func leastContrast(in palette: Palette, text: RGB, page: RGB) -> Double {
        let cells = cells.joined().filter { $0.text != " " && !$0.text.isEmpty }
        return cells.map { $0.pen.contrast(in: palette, text: text, page: page) }.min() ?? 0
    }

    fileprivate func pen(of text: String) -> ModelPen? { cells.joined().first { $0.text == text }?.pen }
}

extension ModelPen {
    /// The contrast in a terminal that also shows bold text in bright colors.
    fileprivate func contrast(in palette: Palette, text: RGB, page: RGB) -> Double {
        var ink = foreground
        if attributes.contains(.bold), case .indexed(let index) = ink.kind, index < 8 { ink = .indexed(index + 8) }
        return (ink.look(in: palette) ?? text).contrast(with: background.look(in: palette) ?? page)
    }
}
