internal import TerminalKit

/// Two colors of a theme that are painted on each other and are too similar to be read.
struct WeakPair: Equatable, CustomStringConvertible {
    let ink: ThemeColor
    let ground: ThemeColor
    let contrast: Double
    fileprivate let needed: Double
    fileprivate let colors: (ink: RGB, ground: RGB)

    static func == (left: WeakPair, right: WeakPair) -> Bool { left.ink == right.ink && left.ground == right.ground }

    var description: String {
        "\(ink.name) \(colors.ink.name) on \(ground.name) \(colors.ground.name) has a contrast of \(Self.text(contrast)), but "
            + "needs \(Self.text(needed)); use \(better.name) for \(ink.name)"
    }

    /// The ink made as much lighter or darker as needed.
    var better: RGB {
        let way = colors.ground.isLight ? RGB.black : .white
        let steps = (1...50).map { colors.ink.mixed(with: way, part: Double($0) / 50) }
        return steps.first { $0.contrast(with: colors.ground) >= needed } ?? way
    }

    /// Rounded down, so that too little contrast never looks sufficient.
    private static func text(_ contrast: Double) -> String {
        let tenths = Int(contrast * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension Theme {
    /// The first pair with too little contrast; nil if there is none.
    var weakPair: WeakPair? {
        for ink in ThemeColor.allCases {
            for ground in ink.grounds {
                let palettes = [Palette.xterm, .linux]
                let looks = palettes.compactMap { palette -> (ink: RGB, ground: RGB)? in
                    guard let ink = self[ink].look(in: palette), let ground = self[ground].look(in: palette) else {
                        return nil
                    }
                    return (ink, ground)
                }
                let worst = looks.min { $0.ink.contrast(with: $0.ground) < $1.ink.contrast(with: $1.ground) }
                guard let worst, case let value = worst.ink.contrast(with: worst.ground), value < contrast else {
                    continue
                }
                return WeakPair(ink: ink, ground: ground, contrast: value, needed: contrast, colors: worst)
            }
        }
        return nil
    }
}
