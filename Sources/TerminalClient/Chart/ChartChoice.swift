internal import Shared
internal import TerminalKit

/// What the user can choose for a chart from a list.
enum ChartChoice: Hashable, Sendable {
    case interval
    /// Where candles come from, on all of the user's terminals.
    case source
}

/// Lets the user choose the interval or the source of a chart.
struct ChartChoiceCoordinator: Coordinator {
    let choice: ChartChoice
    let chart: CoinChart
    let tabs: TabsViewModel
    let background: any ScreenView
    let screen: any Screen

    /// Everything that the items for the sources depend on.
    private struct SourceInputs: Equatable {
        var offers: ServerOffers
        var chosen: KlineSource?
    }

    func start() async throws(Quit) {
        switch choice {
        case .interval:
            let items = Derived<CandleInterval, [PickerItem<CandleInterval>]>([])
            let picker = PickerViewModel("Interval", tabs: tabs) { items.follow(chart.interval) { intervals() } }
            if let interval = try await choose(picker) { chart.intervalChosen(interval) }
        case .source:
            let items = Derived<SourceInputs, [PickerItem<KlineSource>]>([])
            let picker = PickerViewModel("Candles from", tabs: tabs) {
                items.follow(SourceInputs(offers: chart.offers, chosen: chart.chosenSource)) { sources() }
            }
            if let source = try await choose(picker) { tabs.sourceChosen(source) }
        }
    }

    private func choose<Value>(_ picker: PickerViewModel<Value>) async throws(Quit) -> Value? {
        try await coordinate(to: PickerCoordinator(picker: picker, background: background, screen: screen))
    }

    private func intervals() -> [PickerItem<CandleInterval>] {
        CandleInterval.allCases.map {
            PickerItem(value: $0, title: $0.rawValue, note: $0.words, isMarked: $0 == chart.interval)
        }
    }

    private func sources() -> [PickerItem<KlineSource>] {
        chart.offers.klineSources.map {
            PickerItem(value: $0, title: $0.title, isMarked: $0 == chart.chosenSource)
        }
    }
}

extension CandleInterval {
    /// How long a candle lasts.
    fileprivate var words: String {
        switch self {
        case .minute: "1 minute"
        case .fiveMinutes: "5 minutes"
        case .quarterHour: "15 minutes"
        case .halfHour: "30 minutes"
        case .hour: "1 hour"
        case .fourHours: "4 hours"
        case .day: "1 day, in UTC"
        case .week: "1 week from Monday, in UTC"
        }
    }
}
