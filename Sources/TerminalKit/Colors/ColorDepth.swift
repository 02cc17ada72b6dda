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

    private static let all: [ColorChoice] = [
        .auto, .always, .never, .depth(.ansi16), .depth(.ansi256), .depth(.trueColor),
    ]

    /// `auto`, `always`, `never`, `16`, `256` or `truecolor`.
    package init?(_ name: String) {
        guard let choice = Self.all.first(where: { $0.name == name }) else { return nil }
        self = choice
    }

    package var name: String {
        switch self {
        case .auto: "auto"
        case .always: "always"
        case .never, .depth(.none): "never"
        case .depth(.ansi16): "16"
        case .depth(.ansi256): "256"
        case .depth(.trueColor): "truecolor"
        }
    }

    package static let names = all.map(\.name)
}
