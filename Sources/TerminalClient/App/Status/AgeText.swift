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

    /// How long the words of a row stay true: an age below a minute is told there in tens of seconds, so that rows are not drawn
    /// anew each second.
    static func rowStep(_ age: Duration) -> Duration { .seconds(age < .seconds(60) ? 10 : 60) }

    /// As a row tells it; nil for an age that is too small to tell.
    static func rowWords(_ age: Duration) -> String? {
        let step = rowStep(age).components.seconds
        let seconds = age.components.seconds / step * step
        return seconds > 0 ? words(.seconds(seconds)) : nil
    }

    /// For a countdown, which must not say 0 while there is something left.
    static func secondsLeft(_ rest: Duration) -> Int64 {
        let (seconds, attoseconds) = rest.components
        return max(0, attoseconds > 0 ? seconds + 1 : seconds)
    }
}
