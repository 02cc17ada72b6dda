internal import TerminalKit

/// The actions of every chart, wherever it is.
enum ChartAction: String, CaseIterable, Sendable {
    case shorter, longer, interval, zoomIn, zoomOut, older, newer, crosshair, otherSource, source
}

extension KeyMap where Action == ChartAction {
    static let chart = KeyMap([
        Binding(["["], .shorter, "shorter interval", hint: "interval"),
        Binding(["]"], .longer, "longer interval", hint: "interval"),
        Binding(["I"], .interval, "choose the interval"),
        Binding(["i"], .crosshair, "inspect a candle, or stop", hint: "inspect"),
        Binding(["+", "="], .zoomIn, "zoom in", hint: "zoom"),
        Binding(["-"], .zoomOut, "zoom out", hint: "zoom"),
        Binding([Key(.left), "h"], .older, "to older candles", hint: "scroll"),
        Binding([Key(.right), "l"], .newer, "to newer candles", hint: "scroll"),
        Binding(["t"], .otherSource, "take candles from the next source"),
        Binding(["T"], .source, "choose where candles come from"),
    ])
}

extension ChartAction {
    /// Gives the matching input to a chart.
    /// - Parameters:
    ///   - columns: the width of the plot.
    ///   - choose: opens the list from which the user chooses.
    @MainActor
    func perform(on chart: CoinChart, columns: Int, tabs: TabsViewModel, choose: (ChartChoice) -> Void) {
        switch self {
        case .shorter: chart.intervalChanged(by: -1)
        case .longer: chart.intervalChanged(by: 1)
        case .zoomIn: chart.zoomed(by: 1, columns: columns)
        case .zoomOut: chart.zoomed(by: -1, columns: columns)
        case .older: chart.moved(by: -1, columns: columns)
        case .newer: chart.moved(by: 1, columns: columns)
        case .crosshair: chart.crosshairToggled(columns: columns)
        case .otherSource: tabs.otherSourceChosen(for: chart)
        case .interval: choose(.interval)
        case .source: choose(.source)
        }
    }
}

/// The further actions of a chart on the whole screen.
enum FullChartAction: String, CaseIterable, Sendable {
    case pageOlder, pageNewer, oldest, newest, logScale, percentScale, compare, compareLess, alert, moveAlert
    case favorite, lists, detail, copy, close
}

extension KeyMap where Action == FullChartAction {
    static let fullChart = KeyMap([
        Binding([Key(.pageUp), .control("b")], .pageOlder, "a screen back"),
        Binding([Key(.pageDown), .control("f")], .pageNewer, "a screen forward"),
        Binding([Key(.home), "g"], .oldest, "to the oldest candle"),
        Binding([Key(.end), "G"], .newest, "to the newest candle"),
        Binding(["L"], .logScale, "logarithmic scale"),
        Binding(["%"], .percentScale, "scale in percent"),
        Binding(["a"], .compare, "compare with another coin", hint: "compare"),
        Binding(["d"], .compareLess, "remove the last compared coin"),
        Binding(["A"], .alert, "a new alert for the coin"),
        Binding(["n"], .moveAlert, "move the line of an alert"),
        Binding([" ", "f"], .favorite, "favorite or not", hint: "favorite"),
        Binding(["F"], .lists, "add it to lists, or take it out of them"),
        Binding(["o"], .detail, "about the coin", hint: "about"),
        Binding(["y"], .copy, "copy the price"),
        Binding([Key(.enter), "c"], .close, "close the crosshair, then go back"),
    ])
}

extension KeyMap where Action == ChartPart {
    /// The keys that show or hide the parts of a chart on the whole screen.
    static let chartParts = KeyMap(
        ChartPart.allCases.map { Binding([Key(.character($0.description.key))], $0, $0.description.title) }
    )
}

/// The actions while the user moves the line of an alert on a chart.
enum ChartAlertAction: String, CaseIterable, Sendable {
    case keep, cancel, up, down, farUp, farDown, next
}

extension KeyMap where Action == ChartAlertAction {
    static let chartAlert = KeyMap([
        Binding([Key(.enter)], .keep, "keep the limit", hint: "keep"),
        Binding([Key(.escape)], .cancel, "leave the limit as it was", hint: "cancel"),
        Binding([Key(.up), "k"], .up, "up", hint: "move"),
        Binding([Key(.down), "j"], .down, "down", hint: "move"),
        Binding([Key(.pageUp), "K"], .farUp, "up by ten steps"),
        Binding([Key(.pageDown), "J"], .farDown, "down by ten steps"),
        Binding(["n"], .next, "move the next alert instead", hint: "next alert"),
    ])
}

/// The actions for a coin in a list.
enum SelectedCoinAction: String, CaseIterable, Sendable {
    case expand, chart, detail, lists, alert, transaction
}

extension KeyMap where Action == SelectedCoinAction {
    static let coin = KeyMap([
        Binding([Key(.enter)], .expand, "its chart; again: the whole screen", hint: "chart"),
        Binding(["c"], .chart, "its chart on the whole screen"),
        Binding(["o"], .detail, "about the coin"),
        Binding(["F"], .lists, "add it to lists, or take it out of them"),
        Binding(["A"], .alert, "a new alert for the coin"),
        Binding(["B"], .transaction, "add a purchase, a sale or a transfer of the coin"),
    ])
}
