internal import TerminalKit

/// How a chart is divided: what is least needed goes first as the room gets smaller.
struct ChartLayout: Equatable, Sendable {
    /// Intervals and source.
    let strip: Rect
    /// One candle in figures.
    let readout: Rect
    let plot: Rect
    let prices: Rect
    let volumes: Rect
    let times: Rect
    /// Below the prices, at the end of the times: which zone they are in.
    let zone: Rect

    /// Fewer rows or columns than these show no more than the price itself.
    private static let plotMin = Size(width: 10, height: 2)

    init(_ area: Rect, axisWidth: Int, hasVolumes: Bool) {
        var rest = area
        strip = rest.removeTop(area.height >= 4 ? 1 : 0)
        readout = rest.removeTop(area.height >= 9 ? 1 : 0)
        var times = rest.removeBottom(area.height >= 6 ? 1 : 0)
        let axis = area.width >= axisWidth + 20 ? axisWidth + 1 : 0
        prices = rest.removeRight(axis)
        zone = times.removeRight(axis)
        self.times = times
        volumes = rest.removeBottom(hasVolumes && rest.height >= 8 ? max(2, rest.height / 5) : 0)
        plot = rest
    }

    var isTooSmall: Bool { plot.width < Self.plotMin.width || plot.height < Self.plotMin.height }
}
