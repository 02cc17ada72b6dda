internal import TerminalKit

/// Divides the room of a chart. As it gets smaller, the least important parts go first.
struct ChartLayout: Equatable, Sendable {
    /// A part below the candles.
    struct Pane: Equatable, Sendable {
        let part: ChartPart
        /// The pane's name, on the line that separates it from what is above.
        let title: Rect
        let plot: Rect
        /// The values beside the plot, below the prices.
        let axis: Rect
    }

    /// The row with intervals and source.
    let strip: Rect
    /// The row with the figures of one candle.
    let readout: Rect
    /// The row with the names of the lines.
    let legend: Rect
    let plot: Rect
    let prices: Rect
    let volumes: Rect
    /// The panes from top to bottom.
    let panes: [Pane]
    let times: Rect
    /// The time zone, below the prices, at the end of the times.
    let zone: Rect

    /// The least size of a plot. In less room, only the price is shown.
    private static let plotMin = Size(width: 10, height: 2)
    /// The candles keep at least this many rows when there are panes below them.
    private static let plotHeightBesidePanes = 6
    private static let paneHeightMin = 4

    /// - Parameters:
    ///   - zoneWidth: the columns of the time zone, for which a chart with narrower prices makes room if it can.
    ///   - parts: what the chart should show.
    init(
        _ area: Rect,
        axisWidth: Int,
        zoneWidth: Int = 0,
        hasVolumes: Bool,
        parts: [ChartPart] = [],
        hasLegend: Bool = false
    ) {
        var rest = area
        strip = rest.removeTop(area.height >= 4 ? 1 : 0)
        readout = rest.removeTop(area.height >= 9 ? 1 : 0)
        legend = rest.removeTop(hasLegend && area.height >= 12 ? 1 : 0)
        var times = rest.removeBottom(area.height >= 6 ? 1 : 0)
        let widths = [times.height > 0 ? max(axisWidth, zoneWidth) : axisWidth, axisWidth]
        let axis = widths.first { area.width >= $0 + 20 }.map { $0 + 1 } ?? 0
        var axes = rest.removeRight(axis)
        zone = times.removeRight(axis)
        self.times = times
        let wanted = parts.filter { $0.isPane && $0 != .volume }
        let all = rest.height
        let volumeShare = wanted.isEmpty ? all / 5 : all / 8
        let volumeHeight = hasVolumes && all >= 8 ? max(2, volumeShare) : 0
        let paneHeight = max(Self.paneHeightMin, all / 6)
        let room = all - volumeHeight - Self.plotHeightBesidePanes
        let shown = wanted.prefix(max(0, room / paneHeight))
        var panes: [Pane] = []
        for part in shown.reversed() {
            var plot = rest.removeBottom(paneHeight)
            var beside = axes.removeBottom(paneHeight)
            let title = plot.removeTop(1)
            _ = beside.removeTop(1)
            panes.insert(Pane(part: part, title: title, plot: plot, axis: beside), at: 0)
        }
        self.panes = panes
        prices = axes
        volumes = rest.removeBottom(volumeHeight)
        plot = rest
    }

    var isTooSmall: Bool { plot.width < Self.plotMin.width || plot.height < Self.plotMin.height }
    /// The number of rows of each pane's plot.
    var paneRows: [ChartPart: Int] { Dictionary(panes.map { ($0.part, $0.plot.height) }) { one, _ in one } }
}
