internal import TerminalKit

/// The commands that only Prices has.
enum PricesCommand: String, CaseIterable, Sendable {
    case favorite, sections, nextSection, previousSection
}

extension KeyMap where Command == PricesCommand {
    static let prices = KeyMap([
        Binding([" ", "f"], .favorite, "favorite or not", hint: "favorite"),
        Binding(["e"], .sections, "coins and tokens apart, or together"),
        Binding(["}"], .nextSection, "the next section"),
        Binding(["{"], .previousSection, "the previous section"),
    ])
}
