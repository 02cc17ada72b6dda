/// Finds the terminal's colors that look most like those of a scheme and keep its contrast.
struct ColorMixer {
    private let scheme: ColorScheme
    private let terminal: TerminalColors

    init(_ scheme: ColorScheme, _ terminal: TerminalColors) { (self.scheme, self.terminal) = (scheme, terminal) }

    private var depth: ColorDepth { terminal.depth }
    /// The palette in which distances are measured.
    private var palette: Palette { terminal.palettes[0] }

    /// The color of a role without known inks or backgrounds, chosen regardless of contrast.
    func plain(_ role: UInt8) -> Color { shown(scheme.colors[Int(role)]) }

    func ground(_ role: UInt8) -> Color {
        if role == ColorScheme.page, !scheme.paintsPage, isLegible(.terminalDefault) { return .terminalDefault }
        let color = plain(role)
        guard depth == .ansi16, let wanted = scheme.colors[Int(role)].look(in: palette) else { return color }
        // Rising and falling must not have the same background, and the nearest background may have no legible ink.
        let isAlike = { (index: UInt8) in
            !wanted.hasHue || palette[index].hasHue && palette[index].hueDistance(to: wanted) <= Self.hueTolerance / 2
        }
        let best =
            palette.nearestOf16(to: wanted) { isAlike($0) && isLegible(.indexed($0)) }
            ?? palette.nearestOf16(to: wanted) { isLegible(.indexed($0)) }
        return best.map(Color.indexed) ?? color
    }

    /// Whether some ink can be read on a background.
    private func isLegible(_ ground: Color) -> Bool {
        guard depth == .ansi16 else { return true }
        let grounds = looks(ground: ground)
        return Self.indexes(of: depth).contains { contrast(.indexed($0), on: grounds) >= Self.legible }
    }

    /// WCAG 2.2, success criterion 1.4.3.
    private static let legible = 4.5

    func ink(_ pair: ColorScheme.Pair, on ground: Color) -> ColorTable.Ink {
        let grounds = looks(ground: ground)
        let isOwn = pair.ink == ColorScheme.text && ground == .terminalDefault
        let color = chosen(for: pair, on: grounds, isOwn: isOwn)
        let bold = brightened(color)
        return ColorTable.Ink(
            color: color,
            dimmed: dimmed(color, on: grounds),
            canBeBold: bold == color || holds(bold, on: grounds),
            isPainted: true
        )
    }

    /// The theme's own color if it keeps the contrast, as it always does on the theme's own page.
    /// - Parameter isOwn: whether this is the terminal's own text on its own page, which stays as the user likes it
    ///   unless it can hardly be read.
    private func chosen(for pair: ColorScheme.Pair, on grounds: [RGB], isOwn: Bool) -> Color {
        let own = isOwn ? Color.terminalDefault : plain(pair.ink)
        if holds(own, on: grounds) { return own }
        return nearest(to: scheme.colors[Int(pair.ink)].look(in: palette) ?? .white, on: grounds)
    }

    private func dimmed(_ color: Color, on grounds: [RGB]) -> Color {
        let ink = look(color)
        let parts = stride(from: 0.45, through: 0.05, by: -0.05)
        let soft = parts.lazy.map { ink.mixed(with: grounds[0], part: $0) }
        if depth == .trueColor {
            // A gray of the 256 is near enough, and takes half the bytes at each change of ink.
            let colors = soft.map { ink.hasHue ? Color.rgb($0) : .indexed(Palette.nearestOf256(to: $0)) }
            return colors.first { holds($0, on: grounds) } ?? color
        }
        guard let dim = soft.first(where: { holds(.rgb($0), on: grounds) }) else { return color }
        return nearest(to: dim, on: grounds)
    }

    private func shown(_ color: Color) -> Color {
        guard depth == .ansi16, let look = color.look(in: palette) else { return color.downgraded(to: depth) }
        if case .indexed(..<16) = color.kind { return color }
        return .indexed(palette.nearestOf16(to: look))
    }
}

// MARK: Contrast
extension ColorMixer {
    /// The look of a background in each palette.
    private func looks(ground: Color) -> [RGB] { terminal.palettes.map { ground.look(in: $0) ?? page } }

    /// The look of text in the palette of distances.
    private func look(_ color: Color) -> RGB { color.look(in: palette) ?? text }

    private var text: RGB { terminal.text ?? scheme.colors[Int(ColorScheme.text)].look(in: palette) ?? .white }
    private var page: RGB { terminal.page ?? scheme.colors[Int(ColorScheme.page)].look(in: palette) ?? .black }

    /// In the palette where it is least. This is called for every color of the terminal, and so makes no arrays.
    private func contrast(_ color: Color, on grounds: [RGB]) -> Double {
        var least = 21.0
        for (palette, ground) in zip(terminal.palettes, grounds) {
            least = min(least, (color.look(in: palette) ?? text).contrast(with: ground))
        }
        return least
    }

    private func holds(_ color: Color, on grounds: [RGB]) -> Bool { contrast(color, on: grounds) >= scheme.contrast }

    /// The color on terminals that show bold text brighter.
    private func brightened(_ color: Color) -> Color {
        if case .indexed(let index) = color.kind, index < 8 { .indexed(index + 8) } else { color }
    }

    /// The nearest color that keeps the contrast on a background. If none does, the color with the most contrast.
    private func nearest(to wanted: RGB, on grounds: [RGB]) -> Color {
        if depth == .trueColor {
            let ends = [RGB.black, .white]
            let steps = stride(from: 0.0, through: 1, by: 0.05)
            let way = ends.max { contrast(.rgb($0), on: grounds) < contrast(.rgb($1), on: grounds) } ?? .white
            let mixed = steps.lazy.map { Color.rgb(wanted.mixed(with: way, part: $0)) }
            return mixed.first { holds($0, on: grounds) } ?? .rgb(way)
        }
        let all = Self.indexes(of: depth).map(Color.indexed)
        let held = all.filter { holds($0, on: grounds) }
        // A color keeps its hue or becomes a gray. It never gets another hue: green must not become blue.
        let hued = held.filter { color in
            let look = look(color)
            return wanted.hasHue ? look.hasHue && look.hueDistance(to: wanted) <= Self.hueTolerance : !look.hasHue
        }
        let candidates = hued.isEmpty ? held.filter { !look($0).hasHue } : hued
        let best = (candidates.isEmpty ? held : candidates).min { distance($0, wanted) < distance($1, wanted) }
        return best ?? all.max { contrast($0, on: grounds) < contrast($1, on: grounds) } ?? .terminalDefault
    }

    private static func indexes(of depth: ColorDepth) -> ClosedRange<UInt8> { depth == .ansi16 ? 0...15 : 16...255 }

    /// Degrees on the color wheel.
    private static let hueTolerance = 60.0

    private func distance(_ color: Color, _ wanted: RGB) -> Int { look(color).distance(to: wanted) }
}

extension Color {
    /// Nil for the terminal's default color, and for a role.
    package func look(in palette: Palette) -> RGB? {
        switch kind {
        case .terminalDefault, .role: nil
        case .indexed(let index): palette[index]
        case .rgb(let red, let green, let blue): RGB(red, green, blue)
        }
    }
}
