internal import Shared

/// Measures how old prices are when they are drawn: the way from the source through server and network to the screen.
///
/// The figure changes seldom and in steps. So it costs next to nothing, and its digits do not flicker. While the terminal
/// starts, its frames are late, and the figure would say so for a whole period. So the first period has no figure.
struct LatencyMeter {
    private static let period = Duration.seconds(5)
    /// A market that moves each second gives as many in the first period. The median of five is right even if the start
    /// has delayed two of them.
    private static let sampleMin = 5
    private static let sampleMax = 32

    /// When a price was first drawn.
    private var began: ContinuousClock.Instant?
    private var lastEvent: MarketTime?
    private var samples: [Duration] = []
    private var shown: (words: String, since: ContinuousClock.Instant)?

    /// - Parameters:
    ///   - lastEvent: when the newest price was made. A price that was drawn before adds no sample.
    ///   - age: the age of that price.
    /// - Returns: nil while there are too few samples, or the terminal has just started.
    mutating func words(lastEvent: MarketTime?, age: Duration?, now: ContinuousClock.Instant) -> String? {
        if lastEvent != self.lastEvent, let age {
            // The first frame may be drawn long after its prices were made, so it is no sample.
            if self.lastEvent != nil { samples = (samples + [age]).suffix(Self.sampleMax) }
            self.lastEvent = lastEvent
            began = began ?? now
        }
        guard let began, now - began >= Self.period, let median else { return nil }
        if shown.map({ now - $0.since >= Self.period }) ?? true { shown = (Self.words(median), now) }
        return shown?.words
    }

    private var median: Duration? {
        samples.count < Self.sampleMin ? nil : samples.sorted()[samples.count / 2]
    }

    /// At most two digits count: `85 ms`, `120 ms`, `1.4 s`.
    private static func words(_ latency: Duration) -> String {
        let milliseconds = max(1, Int(latency / .milliseconds(1)))
        return switch milliseconds {
        case ..<100: "\(milliseconds) ms"
        case ..<1000: "\(milliseconds / 10 * 10) ms"
        default: "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
        }
    }
}
