/// How many colors a terminal can show, from none to all.
package enum ColorDepth: Int, Comparable, Sendable, CaseIterable {
    case none
    case ansi16
    case ansi256
    case trueColor

    package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

extension Color {
    /// The nearest color that a terminal of this depth can show. Roles have no color here: only `ColorTable` knows it.
    package func downgraded(to depth: ColorDepth) -> Color {
        switch (kind, depth) {
        case (_, .none), (.role, _): .terminalDefault
        case (.terminalDefault, _), (_, .trueColor): self
        case (.indexed(let index), .ansi16): index < 16 ? self : Self.nearestOf16(to: Palette.xterm[index])
        case (.indexed, .ansi256): self
        case (.rgb(let red, let green, let blue), .ansi16): Self.nearestOf16(to: RGB(red, green, blue))
        case (.rgb(let red, let green, let blue), .ansi256): .indexed(Palette.nearestOf256(to: RGB(red, green, blue)))
        }
    }

    private static func nearestOf16(to wanted: RGB) -> Color { .indexed(Palette.xterm.nearestOf16(to: wanted)) }
}

/// The user's choice of colors, which overrides the terminal's environment.
package enum ColorChoice: Hashable, Sendable {
    case auto
    case always
    case never
    case depth(ColorDepth)

    /// `auto`, `always`, `never`, `16`, `256` or `truecolor`.
    package init?(_ text: String) {
        switch text {
        case "auto": self = .auto
        case "always": self = .always
        case "never": self = .never
        case "16": self = .depth(.ansi16)
        case "256": self = .depth(.ansi256)
        case "truecolor": self = .depth(.trueColor)
        default: return nil
        }
    }

    package static let names = ["auto", "always", "never", "16", "256", "truecolor"]
}
