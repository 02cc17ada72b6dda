/// Durations in words, in one unit: a duration between two and three minutes is "2 min".
public enum DurationText {
    public static func words(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
