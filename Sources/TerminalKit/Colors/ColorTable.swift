/// The terminal's colors for those that views name. They are computed once for a scheme and a terminal, so that a
/// change of style costs one look-up.
package struct ColorTable: Equatable, Sendable {
    /// One object, so that copying a pen for each row copies a reference.
    fileprivate final class Content: Sendable {
        let depth: ColorDepth
        /// How many roles there are.
        let count: Int
        /// By role.
        let grounds: [Color]
        /// By background and ink.
        let inks: [Ink]

        init(depth: ColorDepth, count: Int, grounds: [Color], inks: [Ink]) {
            (self.depth, self.count, self.grounds, self.inks) = (depth, count, grounds, inks)
        }
    }

    /// A role's color on one background.
    struct Ink: Equatable, Sendable {
        var color = Color.terminalDefault
        /// As near to the background as the contrast allows.
        var dimmed = Color.terminalDefault
        /// Many terminals show the first eight colors brighter if they are bold. False if that would violate the
        /// contrast.
        var canBeBold = true
        /// Whether the theme says that the ink is painted on this background.
        var isPainted = false
    }

    private let content: Content

    /// Without roles.
    package init(depth: ColorDepth) { self.init(.none, on: TerminalColors(depth: depth)) }

    package init(_ scheme: ColorScheme, on terminal: TerminalColors) {
        content = Content.worked(out: terminal.depth == .none ? .none : scheme, on: terminal)
    }

    package static func == (left: ColorTable, right: ColorTable) -> Bool {
        left.content === right.content
            || left.content.depth == right.content.depth && left.content.grounds == right.content.grounds
                && left.content.inks == right.content.inks
    }

    /// Whether the page's color differs from the terminal's own. Then cells that were never painted lack it.
    var paintsPage: Bool { content.count > 0 && content.grounds[Int(ColorScheme.page)] != .terminalDefault }

    /// A style in the terminal's own colors.
    package func shown(_ style: Style) -> Style {
        let content = content
        guard content.depth != .none, content.count > 0 else { return downgraded(style) }
        guard let ink = content.role(style.foreground, .text) else { return withGround(downgraded(style), of: style) }
        guard let ground = content.role(style.background, .page) else {
            var shown = style
            shown.background = style.background.downgraded(to: content.depth)
            shown.foreground = content.inks[Int(ColorScheme.page) * content.count + ink].color
            return shown
        }
        var shown = style
        var place = (ink: ink, ground: ground)
        // Reversed only for terminals without colors, because bold would brighten the background.
        if style.attributes.contains(.reverse), content.inks[ink * content.count + ground].isPainted {
            place = (ground, ink)
            shown.attributes.remove(.reverse)
        }
        let found = content.inks[place.ground * content.count + place.ink]
        shown.background = content.grounds[place.ground]
        // SGR 2 is as dim as the terminal decides, and text cannot be both dim and bold.
        let isDim = shown.attributes.remove(.dim) != nil
        shown.foreground = isDim ? found.dimmed : found.color
        if isDim || !found.canBeBold { shown.attributes.remove(.bold) }
        return shown
    }

    private func downgraded(_ style: Style) -> Style {
        var shown = style
        shown.foreground = style.foreground.downgraded(to: content.depth)
        shown.background = style.background.downgraded(to: content.depth)
        return shown
    }

    private func withGround(_ shown: Style, of style: Style) -> Style {
        guard let ground = content.role(style.background, .page) else { return shown }
        return shown.background(content.grounds[ground])
    }
}

extension ColorTable.Content {
    fileprivate enum Standard { case text, page }

    /// Nil for a color that is not a role.
    fileprivate func role(_ color: Color, _ standard: Standard) -> Int? {
        switch color.kind {
        case .role(let number): Int(number) < count ? Int(number) : nil
        case .terminalDefault: Int(standard == .text ? ColorScheme.text : ColorScheme.page)
        case .indexed, .rgb: nil
        }
    }

    fileprivate static func worked(out scheme: ColorScheme, on terminal: TerminalColors) -> ColorTable.Content {
        let count = scheme.colors.count
        guard count > 0 else { return ColorTable.Content(depth: terminal.depth, count: 0, grounds: [], inks: []) }
        let mixer = ColorMixer(scheme, terminal)
        let roles = (0..<count).map { UInt8($0) }
        let grounds = roles.map(mixer.ground)
        let plain = roles.map { ColorTable.Ink(color: mixer.plain($0), dimmed: mixer.plain($0)) }
        var inks = roles.flatMap { _ in plain }
        for pair in scheme.pairs {
            inks[Int(pair.ground) * count + Int(pair.ink)] = mixer.ink(pair, on: grounds[Int(pair.ground)])
        }
        return ColorTable.Content(depth: terminal.depth, count: count, grounds: grounds, inks: inks)
    }
}

extension Buffer {
    /// The cells as a terminal shows them after it was sent these colors.
    package func colored(by table: ColorTable) -> Buffer {
        var copy = self
        copy.restyle(area) { $0 = table.shown($0) }
        return copy
    }
}
