internal import Observation

/// How often moved prices are shown. The user chooses the interval, and the last move is shown no later than that.
/// Everything else, including the first prices, is shown as it comes.
///
/// Replicas take what the server sends at once. Beats tell their observers when to look.
@MainActor
@Observable
package final class MarketPace {
    private var beat = 0
    /// Whether the time after the last beat is not over yet.
    @ObservationIgnored private var isResting = false
    @ObservationIgnored private var isDue = false
    /// The time between two beats; nil: one beat for each move.
    @ObservationIgnored private var interval: @MainActor () -> Duration? = { nil }
    @ObservationIgnored private let beats: AsyncStream<Void>
    @ObservationIgnored private let noteBeat: AsyncStream<Void>.Continuation

    package init() {
        (beats, noteBeat) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var isPaced: Bool { interval() != nil }

    /// Call it before reading what moves with the market. The next beat then invalidates what was read.
    func followed() { _ = beat }

    /// Something has come that the user waits for.
    func came() {
        isDue = false
        beat += 1
    }

    /// A price has moved.
    func moved() {
        guard isPaced else { return came() }
        if isResting {
            isDue = true
        } else {
            came()
            isResting = true
            noteBeat.yield()
        }
    }

    /// Keeps the pace until the calling task is cancelled.
    /// - Parameter interval: the time between two beats; nil: one beat for each move.
    func run(_ clock: AppClock, interval: @escaping @MainActor () -> Duration?) async {
        self.interval = interval
        for await _ in beats {
            if let interval = interval() { do { try await clock.sleep(interval) } catch { break } }
            isResting = false
            if isDue { moved() }
        }
        self.interval = { nil }
        isResting = false
    }
}
