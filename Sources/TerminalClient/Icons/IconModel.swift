internal import Observation
package import Shared

/// This terminal's icons. It requests those of the coins on the screen once the screen has come to rest.
@MainActor
@Observable
package final class IconModel {
    /// How long a screen must stay the same before its icons are requested. A screen that never rests is taken as it is
    /// after some of these periods.
    static let rest = Duration.milliseconds(120)
    private static let restsMax = 5

    /// Changes when an icon has come.
    private var arrivals = 0
    @ObservationIgnored private var cache = IconCache()
    @ObservationIgnored private var hasMoved = false
    @ObservationIgnored private var hasAlarm = false
    @ObservationIgnored private var send: ((ClientFrame) -> Void)?
    @ObservationIgnored private var now: () -> ContinuousClock.Instant = { .now }
    @ObservationIgnored private let changes: AsyncStream<Void>
    @ObservationIgnored private let noteChange: AsyncStream<Void>.Continuation

    package init() {
        (changes, noteChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Outputs

    /// Nil if the icon has not come.
    package func icon(of coin: CoinID) -> CoinIcon? { icons(coin) }

    /// The icons that have come. Reading this reads an observed property; finding an icon in it does not.
    var icons: (CoinID) -> CoinIcon? {
        _ = arrivals
        return { [cache] in cache[$0] }
    }

    // MARK: Inputs

    /// Tells which coins are on the screen now.
    package func shown(_ coins: [CoinID]) {
        guard cache.show(coins) else { return }
        hasMoved = true
        noteChange.yield()
    }

    /// Requests the icons of the coins on the screen until the calling task is cancelled.
    func appeared(_ clock: AppClock) async {
        now = clock.now
        await withDiscardingTaskGroup { alarms in
            for await _ in changes {
                do { try await untilAtRest(clock) } catch { break }
                if let send, let coins = cache.request(at: now()) { send(.iconRequest(coins)) }
                guard cache.hasAbsent, !hasAlarm else { continue }
                hasAlarm = true
                alarms.addTask { await self.lookAgain(clock) }
            }
            alarms.cancelAll()
        }
    }

    private func untilAtRest(_ clock: AppClock) async throws {
        for _ in 0..<Self.restsMax where hasMoved {
            hasMoved = false
            try await clock.sleep(Self.rest)
        }
    }

    private func lookAgain(_ clock: AppClock) async {
        try? await clock.sleep(IconCache.absence)
        hasAlarm = false
        noteChange.yield()
    }

    // MARK: Connection

    func connected(send: @escaping (ClientFrame) -> Void) {
        self.send = send
        noteChange.yield()
    }

    func disconnected() {
        send = nil
        cache.disconnected()
    }

    func receive(_ icon: CoinIcon?, of coin: CoinID) {
        cache.receive(icon, of: coin, at: now())
        if icon == nil { noteChange.yield() } else { arrivals += 1 }
    }
}
