internal import Shared

/// What the next chart takes over from this one.
struct ChartSettings: Equatable, Sendable {
    var interval = CandleInterval.hour
    var window = ChartWindow()
}
