import PlatformKit

/// The look of a color: red, green and blue of the sRGB space, 0 to 255 each.
package struct RGB: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// As in a style sheet: `0xRRGGBB`.
    package init(hex: UInt32) {
        self.init(
            UInt8(truncatingIfNeeded: hex >> 16),
            UInt8(truncatingIfNeeded: hex >> 8),
            UInt8(truncatingIfNeeded: hex)
        )
    }

    /// Reads `#1f2328`.
    package init?(_ text: String) {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(hex: value)
    }

    package static let black = RGB(0, 0, 0)
    package static let white = RGB(255, 255, 255)

    /// `#1f2328`
    package var name: String {
        let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        let digits = String(value, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// This color with a part of another one, from 0 (none of it) to 1.
    package func mixed(with other: RGB, part: Double) -> RGB {
        let mix = { (one: UInt8, two: UInt8) in UInt8((Double(one) + (Double(two) - Double(one)) * part).rounded()) }
        return RGB(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}

// MARK: Contrast
extension RGB {
    /// How bright it looks, from 0 to 1: the relative luminance of WCAG 2.2.
    package var luminance: Double {
        let linear = Self.linear
        return 0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
    }

    /// The contrast between two colors, from 1 to 21, in either order: WCAG 2.2, success criterion 1.4.3.
    package func contrast(with other: RGB) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// Whether black text is easier to read on it than white text.
    package var isLight: Bool { contrast(with: .black) > contrast(with: .white) }

    private static let linear: [Double] = (0...255).map { value in
        let part = Double(value) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
}

// MARK: Hue
extension RGB {
    /// Whether it looks like a color and not like a gray.
    var hasHue: Bool { chroma >= 64 }

    /// 0 for grays.
    var chroma: Int { Int(max(red, green, blue)) - Int(min(red, green, blue)) }

    /// How far two hues are apart on the color wheel: 0 to 180 degrees.
    func hueDistance(to other: RGB) -> Double {
        let difference = abs(hue - other.hue)
        return min(difference, 360 - difference)
    }

    private var hue: Double {
        let (red, green, blue, chroma) = (Double(red), Double(green), Double(blue), Double(max(1, chroma)))
        let sector =
            switch max(red, green, blue) {
            case red: (green - blue) / chroma
            case green: 2 + (blue - red) / chroma
            default: 4 + (red - green) / chroma
            }
        return (sector < 0 ? sector + 6 : sector) * 60
    }

    /// The squared distance, weighted roughly as the eye does: green counts most.
    func distance(to other: RGB) -> Int {
        let red = Int(red) - Int(other.red)
        let green = Int(green) - Int(other.green)
        let blue = Int(blue) - Int(other.blue)
        return 3 * red * red + 4 * green * green + 2 * blue * blue
    }
}
