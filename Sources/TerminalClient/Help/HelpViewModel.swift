internal import Observation

/// The keys of the screen below.
@MainActor
@Observable
final class HelpViewModel: ScreenModel {
    // MARK: Outputs
    let sections: [HelpSection]
    let keys: Keys
    let status: StatusViewModel?
    private(set) var offset = 0
    let exits = Exits<Never>()

    init(sections: [HelpSection], keys: Keys = Keys(), status: StatusViewModel?) {
        self.sections = sections
        self.keys = keys
        self.status = status
    }

    // MARK: Inputs

    /// - Parameter offsetMax: the last useful scroll position.
    func scrolled(by rows: Int, offsetMax: Int) { offset = max(0, min(offset + rows, offsetMax)) }

    /// Goes one level back: closes a message, or else this screen.
    func closePressed() { if status?.dismissed() != true { exits.take(.closed) } }
}

/// The keys of one part of the program.
struct HelpSection: Equatable, Sendable {
    var title: String
    var entries: [HelpEntry]
}

extension Keys {
    /// The sections about the keys of every list that can be sorted and filtered.
    /// - Parameters:
    ///   - order: the letters that sort the list.
    ///   - hasRows: whether the list has rows, so that the selection can move.
    func helpOnLists(order: HelpSection, hasRows: Bool = true) -> [HelpSection] {
        [list.only { hasRows || !$0.movesSelection }.help("On a list"), order, inFilter.help]
    }

    var inFilter: EntryKeys { EntryKeys("In the filter", filter) }

    /// The letters that sort lists of coins, and which of the shown columns has none.
    /// - Parameter hasTrend: whether the list shows the column of the last minutes.
    func helpOnOrder(hasTrend: Bool) -> HelpSection {
        var section = sort.help("Order")
        if hasTrend {
            let reason = "The column \"\(QuoteColumn.trend.title)\" cannot be sorted: it changes with each price"
            section.entries.append(HelpEntry(keys: "", title: reason))
        }
        return section
    }
}

/// A key, or several keys that do the same, and what they do.
struct HelpEntry: Equatable, Sendable {
    var keys: String
    var title: String
}
