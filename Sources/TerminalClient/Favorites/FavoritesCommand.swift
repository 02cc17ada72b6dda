internal import TerminalKit

/// What can be asked for on the list of favorites.
enum FavoritesCommand: String, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last, moveUp, moveDown, remove
}

extension KeyMap where Command == FavoritesCommand {
    static let favorites = KeyMap([
        Binding([Key(.up), "k"], .up, "up"),
        Binding([Key(.down), "j"], .down, "down"),
        Binding([Key(.pageUp), .control("b")], .pageUp, "a page up"),
        Binding([Key(.pageDown), .control("f")], .pageDown, "a page down"),
        Binding([Key(.home), "g"], .first, "to the top"),
        Binding([Key(.end), "G"], .last, "to the end"),
        Binding(["K", Key(.up, .shift)], .moveUp, "move the coin up", hint: "move"),
        Binding(["J", Key(.down, .shift)], .moveDown, "move the coin down", hint: "move"),
        Binding(["x", " ", "f", Key(.delete)], .remove, "remove from favorites", hint: "remove"),
    ])
}
