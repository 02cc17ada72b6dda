/// A column of a table that a screen shows and a command prints, described once.
protocol TableColumn {
    /// The title on a screen.
    var title: String { get }
    /// Whether the cells are figures, which are aligned on the right.
    var isOnTheRight: Bool { get }
    /// The title in the table of a command.
    var plainTitle: String { get }
}

extension TableColumn {
    var isOnTheRight: Bool { false }
    var plainTitle: String { title.uppercased() }

    /// The title of a column of times, with their zone.
    func title(in zone: String?) -> String { title + (zone.map { " (\($0))" } ?? "") }
}
