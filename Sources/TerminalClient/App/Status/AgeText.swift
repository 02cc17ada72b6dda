/// Durations in words, in one unit: an age of two minutes and a bit is "2 min".
enum AgeText {
    static func words(_ age: Duration) -> String {
        let seconds = max(0, age.components.seconds)
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }

    /// For a countdown, which must not say 0 while there is something left.
    static func secondsLeft(_ rest: Duration) -> Int64 {
        let (seconds, attoseconds) = rest.components
        return max(0, attoseconds > 0 ? seconds + 1 : seconds)
    }
}
