import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

extension Scene {
    /// Opens a coin's chart, and sends the candles that the server has for it.
    @discardableResult
    func openChart(of coin: UInt32 = 1, with candles: [Candle] = .walk(300)) -> CoinChart? {
        tabs.open.opened(CoinID(coin))
        answerChart(candles)
        return tabs.open.chart
    }

    /// The server's answer for the chart that was asked for last.
    func answerChart(_ candles: [Candle], from source: KlineSource = .huobi) {
        for batch in CandleBatch.batches(of: candles, from: source.name) {
            link.charts.receive(ChartID(rawValue: link.lastChart), batch)
        }
    }

    func refuseChart(
        _ kind: ChartProblem.Kind,
        _ message: String = "Huobi's rate limit is used up for another 2 min.",
        other: KlineSource? = nil
    ) {
        let problem = ChartProblem(source: "huobi", kind: kind, message: message, otherSource: other?.name)
        link.charts.receive(ChartID(rawValue: link.lastChart), problem)
    }

    /// The open chart on the whole screen.
    var chartView: ChartView? {
        tabs.open.chart.map {
            ChartView(viewModel: ChartViewModel(chart: $0, session: link.session, tabs: tabs))
        }
    }
}

extension ChartView {
    /// Compares with the first coin that the picker offers.
    func compareWithNext() throws {
        let size = Size(width: 80, height: 24)
        prepare(for: size)
        viewModel.comparisonChosen(try #require(viewModel.comparisonPicker.selectedItem).value)
        prepare(for: size)
    }
}
