/// The keys of one part of the program.
struct HelpSection: Equatable, Sendable {
    var title: String
    var entries: [HelpEntry]
}

/// A key, or several that do the same, and what it does.
struct HelpEntry: Equatable, Sendable {
    var keys: String
    var title: String
}
