internal import Observation
internal import Shared

/// The chart that this terminal has open, if any. A terminal has only one: under its coin's row in either list, beside
/// the list, or on the whole screen.
@MainActor
@Observable
final class OpenChart {
    // MARK: Outputs
    private(set) var chart: CoinChart?
    /// Whether the user has opened a chart. Such a chart stays open on a screen without room beside the list.
    @ObservationIgnored private(set) var isWanted = false

    private let session: Session
    private let clock: @MainActor () -> WallClock
    /// The settings of the last chart, with which the next one begins.
    @ObservationIgnored private var settings = ChartSettings()

    /// The height of a chart below its row, in a list with `rows` visible rows: two thirds of them. It is never too low
    /// to be read, and never so high that the coin's own row has no room.
    static func height(inListOf rows: Int) -> Int { max(0, min(rows - 1, max(6, min(24, rows * 2 / 3)))) }

    /// - Parameter clock: the clock for the times on charts.
    init(session: Session, clock: @escaping @MainActor () -> WallClock) {
        (self.session, self.clock) = (session, clock)
    }

    // MARK: Inputs

    /// - Parameter interval: nil: the interval of the last chart.
    func opened(_ coin: CoinID, interval: CandleInterval? = nil) {
        isWanted = true
        show(coin, interval: interval)
    }

    /// Shows the chart of the selected coin beside the list, after the selection has rested.
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

    /// Closes the coin's chart if it is open, and opens it otherwise.
    func toggled(_ coin: CoinID) { if chart?.coin == coin { closed() } else { opened(coin) } }

    func closed() {
        isWanted = false
        left()
    }

    /// The selection has left the chart's coin. It may soon rest on another one.
    func left() {
        guard let chart else { return }
        settings = chart.settings
        chart.closed()
        self.chart = nil
    }

    /// Goes one level back: closes the crosshair, or else the chart.
    /// - Returns: false if there was neither.
    func dismissed() -> Bool {
        guard let chart else { return false }
        if !chart.dismissed() { closed() }
        return true
    }
}
