/// The look of the 256 indexed colors. The user can change the first sixteen. The cube and the grays are the same
/// everywhere.
package struct Palette: Hashable, Sendable {
    private var basic: [RGB]

    /// The initial colors of xterm (XTerm-col.ad), and of most other terminals.
    package static let xterm = Palette([
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
        0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ])
    /// The initial colors of the Linux console (`default_red` and so on in the kernel's vt.c).
    package static let linux = Palette([
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
        0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ])

    private init(_ basic: [UInt32]) { self.basic = basic.map(RGB.init(hex:)) }

    package subscript(index: UInt8) -> RGB {
        switch index {
        case 0..<16:
            return basic[Int(index)]
        case 16..<232:
            let offset = Int(index) - 16
            let levels = Self.cubeLevels
            return RGB(levels[offset / 36], levels[offset / 6 % 6], levels[offset % 6])
        default:
            let level = 8 + 10 * (index - 232)
            return RGB(level, level, level)
        }
    }

    /// Sets the look of one of the first sixteen colors.
    mutating func set(_ index: UInt8, to color: RGB) { if index < 16 { basic[Int(index)] = color } }

    private static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]
}

// MARK: The way back from red, green and blue
extension Palette {
    /// Considers only the cube and the grays, because the look of the first sixteen is not known everywhere.
    static func nearestOf256(to wanted: RGB) -> UInt8 {
        let cube = [wanted.red, wanted.green, wanted.blue].map(nearestCubeLevel)
        let cubeIndex = UInt8(16 + 36 * cube[0] + 6 * cube[1] + cube[2])
        let mean = (Int(wanted.red) + Int(wanted.green) + Int(wanted.blue)) / 3
        let greyIndex = UInt8(232 + ((mean - 3) / 10).clamped(to: 23))
        let cubeIsNearer = xterm[cubeIndex].distance(to: wanted) <= xterm[greyIndex].distance(to: wanted)
        return cubeIsNearer ? cubeIndex : greyIndex
    }

    /// A color must not become a gray. A soft green is nearest to a gray and would lose its meaning.
    func nearestOf16(to wanted: RGB) -> UInt8 { nearestOf16(to: wanted) { _ in true } ?? 0 }

    /// - Returns: nil if no color is suitable.
    func nearestOf16(to wanted: RGB, where isWanted: (UInt8) -> Bool) -> UInt8? {
        let all = (0..<16 as Range<UInt8>).filter(isWanted)
        let hued = all.filter { !wanted.hasHue || self[$0].chroma > 0 }
        return (hued.isEmpty ? all : hued).min { self[$0].distance(to: wanted) < self[$1].distance(to: wanted) }
    }

    private static func nearestCubeLevel(_ value: UInt8) -> Int {
        var best = 0
        for index in 1..<6 where abs(Int(cubeLevels[index]) - Int(value)) < abs(Int(cubeLevels[best]) - Int(value)) {
            best = index
        }
        return best
    }
}
