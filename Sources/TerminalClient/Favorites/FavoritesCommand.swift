internal import TerminalKit

/// What can be asked for on the list of favorites alone.
enum FavoritesCommand: String, CaseIterable, Sendable {
    case moveUp, moveDown, remove, ownOrder
}

extension KeyMap where Command == FavoritesCommand {
    static let favorites = KeyMap([
        Binding(["K", Key(.up, .shift)], .moveUp, "move the coin up", hint: "move"),
        Binding(["J", Key(.down, .shift)], .moveDown, "move the coin down", hint: "move"),
        Binding(["x", " ", "f", Key(.delete)], .remove, "remove from favorites", hint: "remove"),
        Binding(["a"], .ownOrder, "in your own order"),
    ])
}
