internal import Shared

/// The time for screens. It is handed in, so that tests decide when time passes.
struct AppClock: Sendable {
    /// For countdowns and flashes.
    var now: @Sendable () -> ContinuousClock.Instant
    /// For the age of data, whose times are in UTC.
    var date: @Sendable () -> MarketTime
    var sleep: @Sendable (Duration) async throws -> Void
    /// The user's local time, for texts on the screen.
    var local = WallClock.utc

    static let system = AppClock(
        now: { .now },
        date: { .now },
        sleep: { try await Task.sleep(for: $0) },
        local: .local
    )
}
