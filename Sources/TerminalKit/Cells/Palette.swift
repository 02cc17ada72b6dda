/// What the 256 indexed colours look like (xterm's table) and the way back from red, green and blue.
enum Palette {
    typealias Components = (red: UInt8, green: UInt8, blue: UInt8)

    private static let basic: [Components] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]
    private static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]

    static func components(_ index: UInt8) -> Components {
        switch index {
        case 0..<16:
            return basic[Int(index)]
        case 16..<232:
            let offset = Int(index) - 16
            return (cubeLevels[offset / 36], cubeLevels[offset / 6 % 6], cubeLevels[offset % 6])
        default:
            let level = 8 + 10 * (index - 232)
            return (level, level, level)
        }
    }

    /// Only the cube and the greys are candidates: the first sixteen are the user's to change.
    static func nearestOf256(to wanted: Components) -> Color {
        let cube = [wanted.red, wanted.green, wanted.blue].map(nearestCubeLevel)
        let cubeIndex = UInt8(16 + 36 * cube[0] + 6 * cube[1] + cube[2])
        let mean = (Int(wanted.red) + Int(wanted.green) + Int(wanted.blue)) / 3
        let greyIndex = UInt8(232 + ((mean - 3) / 10).clamped(to: 23))
        let cubeIsNearer = distance(components(cubeIndex), wanted) <= distance(components(greyIndex), wanted)
        return .indexed(cubeIsNearer ? cubeIndex : greyIndex)
    }

    /// What is a colour stays one: a soft green lies nearest to a grey, and would say nothing.
    static func nearestOf16(to wanted: Components) -> Color {
        let hasHue = chroma(wanted) >= hueMin
        var best = hasHue ? 1 : 0
        for index in basic.indices where !hasHue || chroma(basic[index]) > 0 {
            if distance(basic[index], wanted) < distance(basic[best], wanted) { best = index }
        }
        return .indexed(UInt8(best))
    }

    /// From here on a hue is seen, and meant.
    private static let hueMin = 64

    private static func chroma(_ color: Components) -> Int {
        Int(max(color.red, color.green, color.blue)) - Int(min(color.red, color.green, color.blue))
    }

    private static func nearestCubeLevel(_ value: UInt8) -> Int {
        var best = 0
        for index in 1..<6 where abs(Int(cubeLevels[index]) - Int(value)) < abs(Int(cubeLevels[best]) - Int(value)) {
            best = index
        }
        return best
    }

    /// The squared distance, weighted roughly as the eye does: green counts most.
    private static func distance(_ left: Components, _ right: Components) -> Int {
        let red = Int(left.red) - Int(right.red)
        let green = Int(left.green) - Int(right.green)
        let blue = Int(left.blue) - Int(right.blue)
        return 3 * red * red + 4 * green * green + 2 * blue * blue
    }
}
