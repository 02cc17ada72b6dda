internal import Observation

/// How often moved prices are shown: as often as the user wants, the last of them never later than that. Everything else, the
/// first prices among it, is shown as it comes.
///
/// Replicas take what the server sends at once. What watches them is told by a beat.
@MainActor
@Observable
package final class MarketPace {
    private var beat = 0
    /// A beat was, and there is none before its time is over.
    @ObservationIgnored private var isResting = false
    @ObservationIgnored private var isDue = false
    /// From one beat to the next; nil: there are as many as moves.
    @ObservationIgnored private var interval: @MainActor () -> Duration? = { nil }
    @ObservationIgnored private let beats: AsyncStream<Void>
    @ObservationIgnored private let noteBeat: AsyncStream<Void>.Continuation

    package init() {
        (beats, noteBeat) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var isPaced: Bool { interval() != nil }

    /// To be called by whoever reads what moves with the market: the next beat makes it look again.
    func followed() { _ = beat }

    /// Something has come that is waited for.
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
    /// - Parameter interval: from one beat to the next; nil: there are as many as moves.
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
