/// A color in four bytes: the terminal's default, one of its 256, red, green and blue, or the number of a role to which
/// a theme gives a color. Views name the color that they want. The renderer turns it into one that the terminal can
/// show.
package struct Color: Hashable, Sendable {
    /// Kind in the top byte, its payload below. One integer, so that comparing styles stays cheap.
    private let bits: UInt32

    private init(bits: UInt32) { self.bits = bits }

    package enum Kind: Equatable {
        case terminalDefault
        case indexed(UInt8)
        case rgb(red: UInt8, green: UInt8, blue: UInt8)
        case role(UInt8)
    }

    package static var terminalDefault: Color { Color(bits: 0) }

    /// 0-15 are the terminal's own palette, 16-231 a color cube, 232-255 grays.
    package static func indexed(_ index: UInt8) -> Color { Color(bits: 1 << 24 | UInt32(index)) }

    package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
        Color(bits: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// A color as in a style sheet: `0xRRGGBB`.
    package static func hex(_ value: UInt32) -> Color { Color(bits: 2 << 24 | value & 0xFF_FFFF) }

    package static func rgb(_ color: RGB) -> Color { rgb(color.red, color.green, color.blue) }

    /// A color to which the theme gives this number (`ColorScheme.colors`).
    package static func role(_ number: UInt8) -> Color { Color(bits: 3 << 24 | UInt32(number)) }

    package var kind: Kind {
        switch bits >> 24 {
        case 0: .terminalDefault
        case 1: .indexed(UInt8(truncatingIfNeeded: bits))
        case 3: .role(UInt8(truncatingIfNeeded: bits))
        default:
            .rgb(
                red: UInt8(truncatingIfNeeded: bits >> 16),
                green: UInt8(truncatingIfNeeded: bits >> 8),
                blue: UInt8(truncatingIfNeeded: bits)
            )
        }
    }
}

/// Colors of the sixteen that every color terminal has, and that the user can change.
extension Color {
    package static var black: Color { indexed(0) }
    package static var red: Color { indexed(1) }
    package static var green: Color { indexed(2) }
    package static var blue: Color { indexed(4) }
    package static var white: Color { indexed(7) }
    package static var brightWhite: Color { indexed(15) }
}
