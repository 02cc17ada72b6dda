import Testing

@testable import TerminalKit

/// Colors on terminals that show fewer, and how the client finds out which they show.
struct ColorTests {
    @Test func colorsAreReducedToTheNearest() {
        #expect(Color.rgb(255, 0, 0).downgraded(to: .ansi256) == .indexed(196))
        #expect(Color.rgb(128, 128, 128).downgraded(to: .ansi256) == .indexed(244))
        #expect(Color.rgb(250, 70, 70).downgraded(to: .ansi16) == .brightRed)
        #expect(Color.indexed(46).downgraded(to: .ansi16) == .brightGreen)
        #expect(Color.indexed(3).downgraded(to: .ansi16) == .yellow)
        #expect(Color.rgb(1, 2, 3).downgraded(to: .trueColor) == .rgb(1, 2, 3))
        for color in [Color.red, .indexed(99), .rgb(9, 9, 9)] {
            #expect(color.downgraded(to: .none) == .terminalDefault)
        }
    }

    /// Otherwise a rising price would be as gray as muted text, and a flash would be invisible.
    @Test(
        arguments: [
            (71, 2), (203, 9), (75, 12), (173, 3), (22, 2), (88, 1), (24, 12), (94, 1), (245, 8), (255, 7),
        ] as [(UInt8, UInt8)]
    )
    func whatIsAColorStaysOneAmongSixteen(index: UInt8, among16: UInt8) {
        #expect(Color.indexed(index).downgraded(to: .ansi16) == .indexed(among16))
    }

    @Test func everyColorHasANeighbor() {
        for value in stride(from: UInt32(0), through: 0xFFFFFF, by: 4099) {
            if case .rgb = Color.hex(value).downgraded(to: .ansi256).kind { Issue.record("\(value) stayed rgb") }
            guard case .indexed(let index) = Color.hex(value).downgraded(to: .ansi16).kind else {
                Issue.record("\(value) is no index")
                continue
            }
            #expect(index < 16)
        }
    }

    @Test(arguments: [
        (["TERM": "xterm-256color"], ColorDepth.ansi256),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
        (["TERM": "xterm-256color", "NO_COLOR": ""], .ansi256),
        (["TERM": "xterm-kitty"], .trueColor), (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .trueColor),
        (["TERM": "linux"], .ansi16), (["TERM": "vt100"], .none), (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
        ([:], .none),
    ])
    func theEnvironmentTellsTheDepth(environment: [String: String], depth: ColorDepth) {
        #expect(Capabilities(environment: environment).colors == depth)
    }

    @Test(arguments: [
        (["LANG": "en_US.UTF-8"], Charset.unicode), (["LANG": "C"], .ascii), ([:], .ascii),
        (["LANG": "en_US.UTF-8", "LC_ALL": "C"], .ascii), (["LANG": "C", "LC_CTYPE": "C.utf8"], .unicode),
        (["LC_ALL": "", "LANG": "de_CH.UTF-8"], .unicode), (["LANG": "de_CH.UTF-8", "TERM": "linux"], .console),
        (["LANG": "C", "TERM": "linux"], .ascii), (["LANG": "C.UTF-8", "TERM": "linux-16color"], .console),
    ])
    func theLocaleTellsTheCharset(environment: [String: String], charset: Charset) {
        #expect(Capabilities(environment: environment).charset == charset)
    }

    @Test(arguments: [
        ("auto", ColorDepth.ansi256), ("always", .ansi256), ("never", .none), ("16", .ansi16),
        ("truecolor", .trueColor),
    ])
    func theUserHasTheLastWordOnColors(text: String, depth: ColorDepth) throws {
        let choice = try #require(ColorChoice(text))
        #expect(Capabilities(environment: ["TERM": "xterm-256color"]).coloring(choice).colors == depth)
    }

    @Test func alwaysForcesColors() {
        let plain = Capabilities(environment: ["TERM": "xterm-256color", "NO_COLOR": "1"])
        #expect(plain.coloring(.always).colors == .ansi16)
        #expect(ColorChoice("sometimes") == nil)
    }

    /// This holds on any terminal.
    @Test(arguments: [
        ([:], ColorChoice.auto, ColorDepth.trueColor), (["TERM": "dumb"], .auto, .trueColor),
        (["NO_COLOR": "1"], .auto, .none), (["NO_COLOR": "1"], .depth(.trueColor), .trueColor),
        ([:], .never, .none), ([:], .depth(.ansi16), .ansi16),
    ])
    func aPictureHasAllColorsUnlessTheUserSaysOtherwise(
        environment: [String: String],
        choice: ColorChoice,
        depth: ColorDepth
    ) {
        let capabilities = Capabilities(ofPictureIn: environment, charset: .unicode).coloring(choice)
        #expect(capabilities.colors == depth)
    }

    @Test func aBufferIsReducedToTheTerminalsColors() {
        var buffer = Buffer(size: Size(width: 2, height: 1))
        buffer.draw("日", at: .zero, style: Style(foreground: .hex(0xFF0000), background: .indexed(196)).bold)
        let plain = buffer.colored(by: ColorTable(depth: .none))
        #expect(plain.text == "日")
        #expect(plain[0, 0].style == .bold && plain[1, 0].style == .bold)
        #expect(buffer.colored(by: ColorTable(depth: .ansi256))[0, 0].style.foreground == .indexed(196))
        #expect(buffer.colored(by: ColorTable(depth: .trueColor)) == buffer)
    }

    @Test(arguments: [
        (BlockChoice.auto, BlockDetail.lines), (.eighths, .eighths), (.halves, .halves), (.lines, .lines),
        (.ascii, .ascii),
    ])
    func theUserHasTheLastWordOnBlocksButNotBeyondTheCharset(choice: BlockChoice, blocks: BlockDetail) {
        let console = Capabilities(environment: ["TERM": "linux", "LANG": "C.UTF-8"])
        #expect(console.drawing(with: choice).blocks == blocks)
        #expect(Capabilities(environment: ["TERM": "linux"]).drawing(with: choice).blocks == .ascii)
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], true), (["TERM": "xterm-256color"], true), (["TERM": "tmux-256color"], false),
        (["TERM": "screen.xterm"], false), (["TERM": "xterm-256color", "TMUX": "/tmp/tmux"], false),
        (["TERM": "xterm-256color", "STY": "1.pts"], false), (["TERM": "linux"], false), (["TERM": "dumb"], false),
        ([:], false), (["TERM": "xterm-kitty", "NO_COLOR": "1"], false),
    ])
    func aTerminalThatWouldNotUnderstandTheQuestionIsNotAskedForImages(environment: [String: String], isAsked: Bool) {
        #expect(Capabilities(environment: environment).asksForImages == isAsked)
    }

    /// A multiplexer drops unknown sequences, and the Linux console prints them.
    @Test(arguments: [
        (["TERM": "xterm"], true, true), (["TERM": "xterm-kitty"], true, false),
        (["TERM": "tmux-256color"], true, false),
        (["TERM": "xterm", "STY": "1.pts"], true, false), (["TERM": "linux"], false, false),
        (["TERM": "xterm", "NO_COLOR": "1"], false, false), (["TERM": "dumb"], false, false),
    ])
    func aTerminalThatMayBeAskedForColorsIsAsked(environment: [String: String], forColors: Bool, forDepth: Bool) {
        let capabilities = Capabilities(environment: environment)
        #expect(capabilities.asksForColors == forColors && capabilities.asksForDepth == forDepth)
    }

    @Test func aChosenDepthIsKept() {
        let capabilities = Capabilities(environment: ["TERM": "xterm"]).coloring(.depth(.ansi16))
        #expect(capabilities.asksForColors && !capabilities.asksForDepth)
        var colors = capabilities.terminalColors
        colors.learn(.depth(.trueColor))
        #expect(colors.depth == .ansi16)
    }

    @Test(arguments: [("15;0", false), ("0;15", true), ("0;default;7", true), ("12;8", false)])
    func theEnvironmentMayTellThatThePageIsLight(value: String, isLight: Bool) {
        #expect(Capabilities(environment: ["TERM": "rxvt", "COLORFGBG": value]).seemsLight == isLight)
        #expect(Capabilities(environment: ["TERM": "rxvt", "COLORFGBG": "0;default"]).seemsLight == nil)
        #expect(Capabilities(environment: ["TERM": "rxvt"]).seemsLight == nil)
    }

    @Test func aDumbTerminalHasNoCursorControl() {
        #expect(!Capabilities(environment: ["TERM": "dumb"]).hasCursorControl)
        #expect(!Capabilities(environment: [:]).hasCursorControl)
        #expect(!Capabilities(environment: ["TERM": "screen"]).erasesWithBackground)
    }
}
