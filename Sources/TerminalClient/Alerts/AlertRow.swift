internal import Shared
internal import TerminalKit

/// A column of the user's alerts.
enum AlertColumn: CaseIterable, TableColumn {
    case id, coin, condition, fires, state, note

    var title: String {
        switch self {
        case .id: "ID"
        case .coin: "Coin"
        case .condition: "Condition"
        case .fires: "Fires"
        case .state: "State"
        case .note: "Note"
        }
    }
}

/// An alert, or one that has fired, as a row of the list.
struct AlertRow: Identifiable, Equatable, Sendable {
    enum Subject: Hashable, Sendable {
        case event(number: UInt64)
        case alert(AlertID)
    }

    /// What the words of all rows depend on.
    struct Words {
        let market: MarketTable
        let clock: WallClock
        /// The user's currency.
        let currency: String
        let hidesAmounts: Bool
    }

    let id: Subject
    let coinID: CoinID
    /// The coin's symbol.
    let coin: String
    /// In words of falling length.
    let conditions: [String]
    let states: [String]
    /// The time in `states`; nil if there is none.
    let time: String?
    let note: String
    let tone: Tone

    init(_ event: AlertEvent, _ words: Words) {
        (id, coinID) = (.event(number: event.number), event.coin)
        (coin, note) = (words.market.symbol(of: event.coin), event.note)
        conditions = [
            event.words(in: words.currency, hidesAmounts: words.hidesAmounts),
            event.signs(in: words.currency, hidesAmounts: words.hidesAmounts),
        ]
        let time = String(words.clock.reading(event.time).dateAndClockText.dropFirst(5).prefix(11))
        let price = event.priceWords(in: words.currency, hidesAmounts: words.hidesAmounts)
        states = FiredWords(time: time, price: price, whileDown: event.whileDown).forms
        self.time = time
        tone = .warning
    }

    init(_ alert: Alert, _ standing: AlertStanding, _ words: Words) {
        (id, coinID) = (.alert(alert.id), alert.coin)
        (coin, note) = (words.market.symbol(of: alert.coin), alert.note)
        let condition = alert.words(in: words.currency, hidesAmounts: words.hidesAmounts)
        let signs = alert.signs(in: words.currency, hidesAmounts: words.hidesAmounts)
        conditions = alert.repeats ? ["\(condition), repeats", "\(signs), repeats", signs] : [condition, signs]
        states = standing.forms
        time = nil
        tone = standing.tone
    }

    var condition: String { conditions[0] }
    var state: String { states[0] }

    /// Whether the time is part of the state in a column of this width.
    func showsTime(columns: Int) -> Bool { time.map { states.fitting(columns: columns).contains($0) } ?? false }
}

extension [String] {
    /// The first of these words that fits. They have falling length.
    func fitting(columns: Int) -> String { first { $0.columnCount <= columns } ?? last ?? "" }
}

extension AlertStanding {
    fileprivate var tone: Tone {
        switch phase {
        case .resting: .quiet
        case .armed: lack == nil ? .good : .warning
        case nil: lack == nil ? .quiet : .warning
        }
    }
}
