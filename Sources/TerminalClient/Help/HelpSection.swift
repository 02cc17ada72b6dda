/// The keys of one part of the program.
struct HelpSection: Equatable, Sendable {
    var title: String
    var entries: [HelpEntry]
}

extension Keys {
    /// The sections about the keys that all tabs have.
    var helpOnTabs: [HelpSection] {
        [coin.help("On a coin"), chart.help("In its chart"), tabs.help("On every tab")]
    }
}

/// A key, or several keys that do the same, and what they do.
struct HelpEntry: Equatable, Sendable {
    var keys: String
    var title: String
}
