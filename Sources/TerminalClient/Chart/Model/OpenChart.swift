internal import Observation
internal import Shared

/// The one chart that this terminal has open, if any: under its coin's row in either list, beside the list, or on the whole
/// screen.
@MainActor
@Observable
final class OpenChart {
    // MARK: Outputs
    private(set) var chart: CoinChart?
    /// Whether the user has opened a chart: it is kept on screens that have no room beside the list.
    @ObservationIgnored private(set) var isWanted = false

    private let session: Session
    private let clock: WallClock
    /// How the last chart was looked at; the next one begins so.
    @ObservationIgnored private var settings = CoinChart.Settings()

    /// Rows below its coin's in a list of which `rows` are seen: two thirds of them, but neither so few that nothing can be
    /// read, nor so many that the coin's own row has no room.
    static func height(inListOf rows: Int) -> Int { max(0, min(rows - 1, max(6, min(24, rows * 2 / 3)))) }

    /// - Parameter clock: the clock whose times charts show.
    init(session: Session, clock: WallClock) { (self.session, self.clock) = (session, clock) }

    // MARK: Inputs

    /// - Parameter interval: nil: that of the last chart.
    func opened(_ coin: CoinID, interval: CandleInterval? = nil) {
        isWanted = true
        show(coin, interval: interval)
    }

    /// The selection rests on a coin, and the chart beside the list is that coin's.
    func followed(_ coin: CoinID) { show(coin) }

    private func show(_ coin: CoinID, interval: CandleInterval? = nil) {
        if chart?.coin != coin {
            left()
            if let interval { settings.interval = interval }
            chart = CoinChart(coin: coin, settings: settings, session: session, clock: clock)
        } else if let interval {
            chart?.intervalChosen(interval)
        }
    }

    /// Closes the chart of a coin, or opens it.
    func toggled(_ coin: CoinID) { if chart?.coin == coin { closed() } else { opened(coin) } }

    func closed() {
        isWanted = false
        left()
    }

    /// Nobody looks at its coin any more. The next one may come soon.
    func left() {
        guard let chart else { return }
        settings = chart.settings
        chart.closed()
        self.chart = nil
    }

    /// One level back: the crosshair, then the chart.
    /// - Returns: false if there was none.
    func dismissed() -> Bool {
        guard let chart else { return false }
        if !chart.dismissed() { closed() }
        return true
    }
}
