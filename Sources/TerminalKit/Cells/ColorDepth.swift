/// How many colours a terminal can show, from none to all.
package enum ColorDepth: Int, Comparable, Sendable, CaseIterable {
    case none
    case ansi16
    case ansi256
    case trueColor

    package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

extension Buffer {
    /// As a terminal of this depth shows it.
    package func downgraded(to depth: ColorDepth) -> Buffer {
        var copy = self
        copy.restyle(area) { style in
            style.foreground = style.foreground.downgraded(to: depth)
            style.background = style.background.downgraded(to: depth)
        }
        return copy
    }
}

extension Color {
    /// The nearest colour that a terminal of this depth can show.
    package func downgraded(to depth: ColorDepth) -> Color {
        switch (kind, depth) {
        case (_, .none): .terminalDefault
        case (.terminalDefault, _), (_, .trueColor): self
        case (.indexed(let index), .ansi16): index < 16 ? self : Palette.nearestOf16(to: Palette.components(index))
        case (.indexed, .ansi256): self
        case (.rgb(let red, let green, let blue), .ansi16): Palette.nearestOf16(to: (red, green, blue))
        case (.rgb(let red, let green, let blue), .ansi256): Palette.nearestOf256(to: (red, green, blue))
        }
    }
}
