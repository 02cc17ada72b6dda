internal import TerminalKit

/// The actions of the list of a coin's transactions.
enum TransactionsAction: String, CaseIterable, RowActions, RowsScreenActions {
    case up, down, pageUp, pageDown, first, last, edit, add, remove, hide

    var needsRow: Bool { self != .add }
}

extension KeyMap where Action == TransactionsAction {
    static let transactions = KeyMap(
        Binding.rows + [
            Binding([Key(.enter), "e"], .edit, "change the transaction", hint: "change"),
            Binding(["a"], .add, "add a transaction of this coin", hint: "add"),
            Binding(["d", Key(.delete)], .remove, "remove the transaction", hint: "remove"),
            Binding(["x"], .hide, "hide or show amounts", hint: "amounts"),
        ]
    )
}

/// The actions while the user fills in a transaction. All other keys type.
enum TransactionEntryAction: String, CaseIterable, Sendable {
    case keep, cancel, next, previous
}

extension KeyMap where Action == TransactionEntryAction {
    static let transactionEntry = KeyMap([
        Binding([Key(.escape)], .cancel, "back, and keep nothing", hint: "cancel"),
        Binding([Key(.enter)], .keep, "keep the transaction", hint: "keep"),
        Binding([Key(.tab), Key(.down)], .next, "the next field", hint: "next field"),
        Binding([Key(.tab, .shift), Key(.up)], .previous, "the field before"),
    ])
}
