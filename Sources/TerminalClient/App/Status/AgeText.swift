internal import Shared

/// Ages as rows and countdowns show them.
enum AgeText {
    /// How long a row's words for an age stay true. Below a minute they count tens of seconds, so that rows are not
    /// redrawn each second.
    static func rowStep(_ age: Duration) -> Duration { .seconds(age < .seconds(60) ? 10 : 60) }

    /// The time until a row's words for an age change.
    static func untilNextStep(_ age: Duration) -> Duration {
        let step = rowStep(age).components.seconds
        return .seconds(step - max(0, age.components.seconds) % step)
    }

    /// The age as a row shows it; nil if it is too small to show.
    static func rowWords(_ age: Duration) -> String? {
        let step = rowStep(age).components.seconds
        let seconds = age.components.seconds / step * step
        return seconds > 0 ? DurationText.words(.seconds(seconds)) : nil
    }

    /// The same words in three or four columns: `14m` for `14 min`.
    static func short(_ words: String) -> String {
        let parts = words.split(separator: " ")
        return parts.prefix(1).joined() + parts.dropFirst().map { $0.prefix(1) }.joined()
    }

    /// The seconds of a countdown, rounded up, so that it does not show 0 while time is left.
    static func secondsLeft(_ rest: Duration) -> Int64 {
        let (seconds, attoseconds) = rest.components
        return max(0, attoseconds > 0 ? seconds + 1 : seconds)
    }
}
