/// The terminal's colors, as far as it has reported them.
///
/// The rest is guessed: depth and lightness from the environment, and the first sixteen colors from the initial colors
/// of xterm and the Linux console. A pair of colors then has to suit both palettes.
package struct TerminalColors: Hashable, Sendable {
    package private(set) var depth: ColorDepth
    /// The color of plain text, and below that of the page; nil if the terminal has not reported it.
    package private(set) var text: RGB?
    package private(set) var page: RGB?
    /// The possible palettes; one if there is no doubt.
    package private(set) var palettes: [Palette]
    private let canDeepen: Bool
    private let seemsLight: Bool?

    /// - Parameters:
    ///   - canDeepen: whether the terminal may correct its depth. It may not if the user has chosen it.
    ///   - seemsLight: what the environment says about the page; nil if nothing.
    package init(
        depth: ColorDepth,
        palettes: [Palette] = [.xterm, .linux],
        canDeepen: Bool = false,
        seemsLight: Bool? = nil
    ) {
        (self.depth, self.palettes, self.canDeepen, self.seemsLight) = (depth, palettes, canDeepen, seemsLight)
    }

    /// Whether the page is light; nil if unknown.
    package var isLight: Bool? { page?.isLight ?? seemsLight }

    package mutating func learn(_ answer: ColorAnswer) {
        switch answer {
        case .text(let color): text = color
        case .page(let color): page = color
        case .indexed(let index, let color):
            // A terminal that knows its last color has all 256.
            if index == .max { deepen(to: .ansi256) }
            for place in palettes.indices { palettes[place].set(index, to: color) }
            if Set(palettes).count == 1 { palettes.removeLast(palettes.count - 1) }
        case .depth(let depth): deepen(to: depth)
        }
    }

    private mutating func deepen(to told: ColorDepth) { if canDeepen { depth = max(depth, told) } }
}

/// A terminal's answer to a question about colors.
package enum ColorAnswer: Hashable, Sendable {
    case text(RGB)
    case page(RGB)
    case indexed(UInt8, RGB)
    case depth(ColorDepth)
}

/// OSC 10, 11 and 4 (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html), and XTGETTCAP.
extension ControlSequence {
    /// Asks how text, page and the first sixteen colors look.
    static let askForColors = osc("10;?") + osc("11;?") + osc("4" + (0..<16).map { ";\($0);?" }.joined())
    /// Asks how many colors there are, by name (Co, RGB, Tc) and by asking for the last of 256.
    static let askForDepth =
        osc("4;255;?") + ["436F", "524742", "5463"].flatMap { Array("\u{1B}P+q\($0)\u{1B}\\".utf8) }

    private static func osc(_ text: String) -> [UInt8] { Array("\u{1B}]\(text)\u{1B}\\".utf8) }
}
