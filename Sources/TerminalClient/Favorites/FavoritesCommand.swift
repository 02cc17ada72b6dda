internal import TerminalKit

/// The commands of Favorites and of the user's other lists.
enum FavoritesCommand: String, CaseIterable, Sendable {
    case moveUp, moveDown, remove, removeAll, ownOrder
}

extension KeyMap where Command == FavoritesCommand {
    static let favorites = KeyMap([
        Binding(["K", Key(.up, .shift)], .moveUp, "move the coin up", hint: "move"),
        Binding(["J", Key(.down, .shift)], .moveDown, "move the coin down", hint: "move"),
        Binding(["x", " ", "f", Key(.delete)], .remove, "remove from the list", hint: "remove"),
        Binding(["X"], .removeAll, "remove all of the list's coins"),
        Binding(["a"], .ownOrder, "sort in your own order"),
    ])
}
