internal import Observation
package import Shared

/// The last seven days of the coins on the screen: asks for them once the screen has come to rest, and keeps what the server
/// tells. The server tells it again when it changes.
@MainActor
@Observable
package final class WeekReplica {
    /// So long after a change the server is asked: it is not for rows that scroll by.
    static let rest = Duration.milliseconds(250)
    /// Some 1 MB. When there are more, those that are not shown go.
    static let weeksMax = 2_000

    private struct Told {
        let week: CoinWeek
        let line: Sparkline?
    }

    /// Changes with what there is to be seen.
    private(set) var arrivals = 0
    @ObservationIgnored private var weeks: [CoinID: Told] = [:]
    @ObservationIgnored private var shown = WeekRequest([])
    /// What the server was asked for last on this connection; nil: nothing.
    @ObservationIgnored private var asked: WeekRequest?
    @ObservationIgnored private var send: ((ClientFrame) -> Void)?
    @ObservationIgnored private let changes: AsyncStream<Void>
    @ObservationIgnored private let noteChange: AsyncStream<Void>.Continuation

    package init() {
        (changes, noteChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Outputs

    /// Nil while nothing was told.
    package func week(of coin: CoinID) -> CoinWeek? {
        _ = arrivals
        return weeks[coin]?.week
    }

    func line(of coin: CoinID) -> Sparkline? {
        _ = arrivals
        return weeks[coin]?.line
    }

    /// Whether the server has yet to tell something of what is shown.
    var isAwaiting: Bool { asked != shown && !shown.coins.isEmpty || shown.coins.contains { week(of: $0) == nil } }

    // MARK: Inputs

    /// These are on the screen now, and no others.
    func show(_ request: WeekRequest) {
        if request == shown || request.coins.isEmpty && shown.coins.isEmpty { return }
        shown = request
        noteChange.yield()
    }

    /// Asks for what is on the screen until the calling task is cancelled.
    func appeared(_ clock: AppClock) async {
        for await _ in changes {
            do { try await clock.sleep(Self.rest) } catch { return }
            ask()
        }
    }

    /// Asks now for what is shown, unless that was done.
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

    /// - Parameter hour: the one that is not over yet.
    func receive(_ news: [CoinWeek], open hour: MarketHour) {
        for week in news { weeks[week.coin] = Told(week: week, line: Sparkline(week, open: hour)) }
        if weeks.count > Self.weeksMax {
            let kept = Set(shown.coins)
            weeks = weeks.filter { kept.contains($0.key) }
        }
        arrivals += 1
    }
}
