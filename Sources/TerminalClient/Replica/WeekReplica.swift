internal import Observation
package import Shared

/// The last seven days of the coins on the screen. It requests them once the screen has come to rest. The server sends
/// them again when they change.
@MainActor
@Observable
package final class WeekReplica {
    /// How long the screen must stay the same before a request, so that nothing is requested for rows that scroll by.
    static let rest = Duration.milliseconds(250)
    /// Some 1 MB. If there are more, those that are not shown are removed.
    static let weeksMax = 2_000

    private struct ReceivedWeek {
        let week: CoinWeek
        let line: Sparkline?
    }

    /// Changes when a week has come.
    private(set) var arrivals = 0
    @ObservationIgnored private var weeks: [CoinID: ReceivedWeek] = [:]
    /// The hour that was not over when weeks last came.
    @ObservationIgnored private var openHour: MarketHour?
    @ObservationIgnored private var shown = WeekRequest([])
    /// The last request on this connection; nil if there was none.
    @ObservationIgnored private var asked: WeekRequest?
    @ObservationIgnored private var send: ((ClientFrame) -> Void)?
    @ObservationIgnored private let changes: AsyncStream<Void>
    @ObservationIgnored private let noteChange: AsyncStream<Void>.Continuation

    /// - Parameter cached: what an earlier process knew.
    package init(_ cached: CachedWeeks? = nil) {
        (changes, noteChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        if let cached { receive(cached.weeks, open: cached.open) }
    }

    // MARK: Outputs

    /// Nil if the server has sent nothing.
    package func week(of coin: CoinID) -> CoinWeek? {
        _ = arrivals
        return weeks[coin]?.week
    }

    func line(of coin: CoinID) -> Sparkline? {
        _ = arrivals
        return weeks[coin]?.line
    }

    /// The shown weeks, to keep for the next process.
    var cached: CachedWeeks? { openHour.map { CachedWeeks(shown.coins.compactMap { weeks[$0]?.week }, open: $0) } }

    /// Whether the server has not sent all of the shown weeks yet.
    var isAwaiting: Bool { asked != shown && !shown.coins.isEmpty || shown.coins.contains { week(of: $0) == nil } }

    // MARK: Inputs

    /// Tells which coins are on the screen now.
    func show(_ request: WeekRequest) {
        if request == shown || request.coins.isEmpty && shown.coins.isEmpty { return }
        shown = request
        noteChange.yield()
    }

    /// Requests the weeks of the coins on the screen until the calling task is cancelled.
    func appeared(_ clock: AppClock) async {
        for await _ in changes {
            do { try await clock.sleep(Self.rest) } catch { return }
            ask()
        }
    }

    /// Requests the shown weeks now, unless they are requested already.
    package func ask() {
        guard let send, asked != shown, asked != nil || !shown.coins.isEmpty else { return }
        if let asked, asked.step != shown.step { weeks = [:] }
        asked = shown
        send(.weekRequest(shown))
    }

    // MARK: Connection

    func connected(send: @escaping (ClientFrame) -> Void) {
        (self.send, asked) = (send, nil)
        if !shown.coins.isEmpty { noteChange.yield() }
    }

    func disconnected() { send = nil }

    /// - Parameter hour: the hour that is not over yet.
    func receive(_ news: [CoinWeek], open hour: MarketHour) {
        openHour = hour
        for week in news { weeks[week.coin] = ReceivedWeek(week: week, line: Sparkline(week, open: hour)) }
        if weeks.count > Self.weeksMax {
            let kept = Set(shown.coins)
            weeks = weeks.filter { kept.contains($0.key) }
        }
        arrivals += 1
    }
}
