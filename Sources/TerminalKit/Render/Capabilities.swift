/// The abilities of the terminal, as far as its environment says.
package struct Capabilities: Hashable, Sendable {
    package var colors: ColorDepth
    package var charset: Charset
    package var blocks: BlockDetail
    /// Whether erasing paints the current background, so that a run of blanks costs a few bytes.
    package var erasesWithBackground: Bool
    /// Whether control sequences may be sent at all: false for `TERM=dumb` and without `TERM`.
    package var hasCursorControl: Bool
    /// What the terminal may be asked without harm.
    package var questions: Questions
    /// Whether the user has chosen the number of colors.
    package var hasChosenColors = false
    /// The possible looks of the first sixteen colors.
    package var palettes: [Palette] = [.xterm, .linux]
    /// Whether the environment says that the page is light; nil if it says nothing.
    package var seemsLight: Bool?
    /// How the terminal passes messages to the desktop.
    package var notifications = DesktopNotification.none

    package enum Questions: Comparable, Sendable {
        /// The Linux console prints questions that it does not understand.
        case none
        /// Multiplexers take the question about images for a window's title or a command.
        case colors
        case all
    }

    package init(
        colors: ColorDepth = .trueColor,
        charset: Charset = .unicode,
        blocks: BlockDetail? = nil,
        erasesWithBackground: Bool = true,
        hasCursorControl: Bool = true,
        questions: Questions = .none
    ) {
        self.colors = colors
        self.charset = charset
        self.blocks = blocks ?? BlockDetail(charset: charset)
        self.erasesWithBackground = erasesWithBackground
        self.hasCursorControl = hasCursorControl
        self.questions = questions
    }
}

extension Capabilities {
    /// Reads `NO_COLOR` (https://no-color.org), `COLORTERM`, `COLORFGBG`, `TERM`, `TERM_PROGRAM` and the locale.
    package init(environment: [String: String]) {
        let name = environment["TERM"] ?? ""
        self.init(
            colors: Self.colors(environment, name: name),
            charset: Self.charset(environment, name: name),
            erasesWithBackground: !["screen", "vt", "ansi"].contains { name.hasPrefix($0) },
            hasCursorControl: !name.isEmpty && name != "dumb",
            questions: Self.questions(environment, name: name)
        )
        if Self.isLinuxConsole(name) { palettes = [.linux] }
        seemsLight = Self.seemsLight(environment)
        notifications = DesktopNotification(environment: environment)
    }

    /// The capabilities for a picture in a file, whatever the terminal: all colors, unless `NO_COLOR` forbids them.
    package init(ofPictureIn environment: [String: String], charset: Charset) {
        self.init(colors: Self.forbidsColors(environment) ? .none : .trueColor, charset: charset)
    }

    /// A user who wants no colors wants no colored pictures either.
    package var asksForImages: Bool { questions == .all && colors > .none }
    package var asksForColors: Bool { questions > .none && colors > .none }
    package var asksForDepth: Bool { questions == .all && canDeepen }
    private var canDeepen: Bool { !hasChosenColors && colors > .none && colors < .trueColor }

    /// The terminal's colors as far as they are known before its answers.
    package var terminalColors: TerminalColors {
        TerminalColors(depth: colors, palettes: palettes, canDeepen: canDeepen, seemsLight: seemsLight)
    }

    /// Applies `--color`, which overrides the environment.
    package func coloring(_ choice: ColorChoice) -> Capabilities {
        var chosen = self
        switch choice {
        case .auto: break
        // Every terminal with colors shows these.
        case .always: if colors == .none { chosen.colors = .ansi16 }
        case .never: chosen.colors = .none
        case .depth(let depth): (chosen.colors, chosen.hasChosenColors) = (depth, true)
        }
        return chosen
    }

    /// Applies the user's choice of what the font has. Characters beyond the charset cannot be sent in any case.
    package func drawing(with choice: BlockChoice) -> Capabilities {
        var chosen = self
        if charset != .ascii, let detail = choice.detail { chosen.blocks = detail }
        return chosen
    }

    private static func forbidsColors(_ environment: [String: String]) -> Bool {
        environment["NO_COLOR"]?.isEmpty == false
    }

    private static func colors(_ environment: [String: String], name: String) -> ColorDepth {
        if forbidsColors(environment) || name.isEmpty || name == "dumb" { return .none }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]) { return .trueColor }
        let program = environment["TERM_PROGRAM"] ?? ""
        let modern = ["kitty", "alacritty", "wezterm", "foot", "ghostty", "-direct"]
        if modern.contains(where: name.contains) { return .trueColor }
        if ["iTerm.app", "WezTerm", "vscode", "ghostty"].contains(program) { return .trueColor }
        if name.contains("256color") { return .ansi256 }
        return name.hasPrefix("vt1") ? .none : .ansi16
    }

    /// Within a multiplexer `TERM` may be anything, but other variables reveal the multiplexer.
    private static func questions(_ environment: [String: String], name: String) -> Questions {
        if name.isEmpty || name == "dumb" || isLinuxConsole(name) { return .none }
        return isWithinMultiplexer(environment) ? .colors : .all
    }

    static func isWithinMultiplexer(_ environment: [String: String]) -> Bool {
        let name = environment["TERM"] ?? ""
        return ["screen", "tmux"].contains { name.hasPrefix($0) }
            || ["TMUX", "STY"].contains { environment[$0] != nil }
    }

    /// `COLORFGBG` is `15;0` or `0;default;15`: the numbers of text and, at the end, of the page. 7 and 15 are white.
    private static func seemsLight(_ environment: [String: String]) -> Bool? {
        environment["COLORFGBG"]?.split(separator: ";").last.flatMap { UInt8($0) }.map { [7, 15].contains($0) }
    }

    /// The first of the three variables that is set decides, as in all programs.
    private static func charset(_ environment: [String: String], name: String) -> Charset {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let lowered = locale.lowercased()
        guard lowered.contains("utf-8") || lowered.contains("utf8") else { return .ascii }
        return isLinuxConsole(name) ? .console : .unicode
    }

    /// `linux`, `linux-16color` and so on.
    private static func isLinuxConsole(_ name: String) -> Bool { name.hasPrefix("linux") }
}
