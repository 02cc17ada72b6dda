internal import Shared

/// A change in percent with its direction in characters, so that color is never the only sign of it.
struct ChangeText: Equatable, Sendable {
    enum Direction: Equatable, Sendable {
        case up
        case down
        case none
    }

    let direction: Direction
    /// Without a sign: `2.31%`.
    let magnitude: String

    init(_ percent: Percent) {
        direction = percent.hundredths > 0 ? .up : percent.hundredths < 0 ? .down : .none
        magnitude = Self.magnitude(Int(percent.hundredths.magnitude)) + "%"
    }

    /// `▲ 2.31%`
    var withArrow: String {
        switch direction {
        case .up: "▲ " + magnitude
        case .down: "▼ " + magnitude
        case .none: magnitude
        }
    }

    /// `+2.31%`
    var withSign: String {
        switch direction {
        case .up: "+" + magnitude
        case .down: "-" + magnitude
        case .none: magnitude
        }
    }

    /// Larger values have fewer decimals, so that no text is wider than six columns.
    private static func magnitude(_ hundredths: Int) -> String {
        switch hundredths {
        case ..<10_000: "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
        case ..<100_000: "\(hundredths / 100).\(hundredths / 10 % 10)"
        case ..<1_000_000: Grouping.thousands(hundredths / 100)
        default: ShortAmount.text(Double(hundredths) / 100)
        }
    }
}
