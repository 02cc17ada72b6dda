internal import Shared

/// Why what the user has typed is not kept, or why a key did nothing, as a sentence beside the field. What was typed
/// stays in its field.
enum EntryFault: Hashable, Sendable, CustomStringConvertible {
    // MARK: Another terminal was faster
    /// - Parameter record: the word for what was removed: `alert`.
    case removedMeanwhile(record: String)
    case listDeletedMeanwhile
    case renamedListDeletedMeanwhile

    // MARK: Alerts and transactions
    /// Amounts are hidden, and so is the limit of the alert that the user changes.
    /// - Parameter cancel: the key that keeps the present limit.
    case limitHidden(cancel: String?)
    case moreThanHeld(TransactionShortfall)

    // MARK: Lists
    /// The problem at the bottom of the screen says why.
    case listNotMade
    /// - Parameter noun: the word for what cannot be moved: `list`.
    case hiddenByFilter(noun: String)

    var description: String {
        switch self {
        case .removedMeanwhile(let record):
            "Another terminal has removed this \(record); press Enter again to add it anew."
        case .listDeletedMeanwhile: "Another terminal has deleted this list."
        case .renamedListDeletedMeanwhile:
            "Another terminal has deleted this list; press Enter again to make one of this name."
        case .limitHidden(let key):
            "Amounts are hidden, so type the limit again; \(key ?? "the key to go back") keeps the present one."
        case .moreThanHeld(let shortfall): shortfall.words("press Enter again to keep it all the same").asSentence
        case .listNotMade: "The list was not made; the message at the bottom says why."
        case .hiddenByFilter(let noun): "The text hides some \(noun)s; clear it to move a \(noun)."
        }
    }
}
