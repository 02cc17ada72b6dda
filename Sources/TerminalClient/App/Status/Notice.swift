internal import Shared

/// A few words at the bottom of the screen about what a key has just done, or why it did nothing. They go away by
/// themselves.
enum Notice: Hashable, Sendable, CustomStringConvertible {
    // MARK: Copying and links
    case copied(String)
    case nothingToCopy
    case opening(WebAddress)
    case noBrowser(copy: String?)
    case notInPrices(String)
    case notInFavorites(String)
    case notInList(String, list: String)

    // MARK: Sections of Prices
    case sectionsOff(show: String?)
    /// A filtered list has no sections.
    case noSectionsInFilter(clear: String?)
    case noOtherSection

    // MARK: What all of the user's terminals share
    case removed(String, undo: String?)
    /// - Parameter words: what was saved: `bought 0.5 BTC`.
    case saved(_ words: String, undo: String?)
    case undone(UndoWords)
    /// - Parameter again: the key that was pressed, and does this if it is pressed again.
    case wouldUndo(UndoWords, again: String)
    case notInOwnOrder(key: String?)
    case noFavoritesToMove
    case nothingToRemove(list: String)
    case listGone(String)
    case noSuchList(UnknownList)
    case added(String, to: String, undo: String?)
    case deleted(list: String, undo: String?)
    case signedOut(String)
    case alertGone
    case alertChanged
    case alertMoved(String, undo: String?)
    case noAlertLine(symbol: String, key: String?)
    case alertsNotCompared

    // MARK: Charts
    case candlesFrom(String, undo: String?)
    case noOtherSource(symbol: String)
    case scale(ChartScale)
    case percentAlready
    case partNotCompared(ChartPart, remove: String?)
    case noRoom(for: ChartPart)
    case comparesMost(remove: String?)
    case nothingCompared
    case comparisonRemoved(String)

    var description: String {
        switch self {
        case .copied(let text): "copied \(text)"
        case .nothingToCopy: "nothing to copy here"
        case .opening(let address): "opening \(address)"
        case .noBrowser(let key): "no browser here" + Self.hint(key, "copy the address")
        case .notInPrices(let coin): "\(coin) is not listed here"
        case .notInFavorites(let coin): "\(coin) is not one of your favorites"
        case .notInList(let coin, let list): "\(coin) is not in \(list)"
        case .sectionsOff(let key): "the list has no sections" + Self.hint(key, "show coins and tokens apart")
        case .noSectionsInFilter(let key): "a filtered list has no sections" + Self.hint(key, "clear the filter")
        case .noOtherSection: "there is no other section"
        case .removed(let name, let key): "removed \(name)" + Self.hint(key, "undo")
        case .saved(let words, let key): "saved: \(words)" + Self.hint(key, "undo")
        case .undone(let words): words.text
        case .wouldUndo(let words, let key): "\(key) again: \(words.prospect)"
        case .notInOwnOrder(let key):
            "to move coins, sort by your own order\(key.map { " (\($0))" } ?? "") and clear the filter"
        case .noFavoritesToMove: "there are no coins to move yet"
        case .nothingToRemove(let list): "\(list) has no coins to remove"
        case .listGone(let name): "another terminal has deleted \(name)"
        case .noSuchList(let unknown): unknown.description
        case .added(let coin, let list, let key): "added \(coin) to \(list)" + Self.hint(key, "undo")
        case .deleted(let list, let key): "deleted \(list)" + Self.hint(key, "undo")
        case .signedOut(let device): "signed out \(device)"
        case .alertGone: "this alert was removed on another terminal"
        case .alertChanged: "this line has changed meanwhile, so the alert was not moved"
        case .alertMoved(let words, let key): "the alert is \(words) now" + Self.hint(key, "undo")
        case .noAlertLine(let symbol, let key):
            "there is no alert at a price of \(symbol)" + Self.hint(key, "make one")
        case .alertsNotCompared: "alerts have no lines while coins are compared"
        case .candlesFrom(let source, let key):
            "candles from \(source), on all your terminals" + Self.hint(key, "undo")
        case .noOtherSource(let symbol): "no other source has \(symbol)"
        case .scale(.linear): "linear scale"
        case .scale(.log): "logarithmic scale"
        case .scale(.percent): "scale in percent of the first close on the screen"
        case .percentAlready: "compared coins are already in percent"
        case .partNotCompared(let part, let key):
            "\(part.description.subject) cannot be shown while coins are compared"
                + Self.hint(key, "remove the last one")
        case .noRoom(let part): "\(part.description.subject) is on, but needs a taller window"
        case .comparesMost(let key):
            "\(CoinChart.comparedMax) coins are the most you can compare" + Self.hint(key, "remove the last one")
        case .nothingCompared: "no coin is compared"
        case .comparisonRemoved(let symbol): "removed \(symbol) from the comparison"
        }
    }

    /// Whether the notice names the key for undo, which matters on other screens, too.
    var isUndoable: Bool {
        switch self {
        case .removed, .saved, .candlesFrom, .added, .deleted, .alertMoved, .wouldUndo: true
        default: false
        }
    }

    /// How long the notice is shown: longer if it names the key for undo, or answers a request of some time ago.
    var time: Duration {
        switch self {
        case _ where isUndoable: Self.undoTime
        case .noBrowser, .notInPrices, .notInFavorites, .notInList, .noSuchList, .listGone, .signedOut: .seconds(10)
        default: .seconds(3)
        }
    }

    /// How long a notice that names the key for undo is shown, and the key takes a change back without naming it.
    static let undoTime = Duration.seconds(10)

    private static func hint(_ key: String?, _ use: String) -> String { key.map { " (\($0): \(use))" } ?? "" }
}
