/// What the terminal's own colours look like in a picture: the default pair and the first sixteen, as `0xRRGGBB`.
package struct PictureTheme: Sendable {
    package var foreground: UInt32
    package var background: UInt32
    package var frame: UInt32
    package var palette: [UInt32]

    package static let dark = PictureTheme(
        foreground: 0xC9D1D9,
        background: 0x0D1117,
        frame: 0x161B22,
        palette: [
            0x161B22, 0xFF7B72, 0x3FB950, 0xD29922, 0x58A6FF, 0xBC8CFF, 0x39C5CF, 0xB1BAC4,
            0x6E7681, 0xFFA198, 0x56D364, 0xE3B341, 0x79C0FF, 0xD2A8FF, 0x56D4DD, 0xF0F6FC,
        ]
    )

    package static let light = PictureTheme(
        foreground: 0x1F2328,
        background: 0xFFFFFF,
        frame: 0xEFF2F5,
        palette: [
            0x24292F, 0xCF222E, 0x116329, 0x4D2D00, 0x0969DA, 0x8250DF, 0x1B7C83, 0x6E7781,
            0x57606A, 0xA40E26, 0x1A7F37, 0x633C01, 0x218BFF, 0xA475F9, 0x3192AA, 0x8C959F,
        ]
    )

    /// The colour as SVG has it; nil for the terminal's default.
    func name(of color: Color) -> String? {
        switch color.kind {
        case .terminalDefault: return nil
        case .indexed(let index) where index < 16: return Self.name(palette[Int(index)])
        case .indexed(let index):
            let parts = Palette.components(index)
            return Self.name(UInt32(parts.red) << 16 | UInt32(parts.green) << 8 | UInt32(parts.blue))
        case .rgb(let red, let green, let blue):
            return Self.name(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
        }
    }

    static func name(_ value: UInt32) -> String {
        let digits = String(value & 0xFF_FFFF, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
