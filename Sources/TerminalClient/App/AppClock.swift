internal import Shared

/// Time as the screens need it, handed in so that tests decide when it passes.
struct AppClock: Sendable {
    /// For countdowns and flashes.
    var now: @Sendable () -> ContinuousClock.Instant
    /// For the age of data, whose times are in UTC.
    var date: @Sendable () -> MarketTime
    var sleep: @Sendable (Duration) async throws -> Void
    /// What the clock on the user's wall shows.
    var local = WallClock.utc

    static let system = AppClock(
        now: { .now },
        date: { .now },
        sleep: { try await Task.sleep(for: $0) },
        local: .local
    )
}
