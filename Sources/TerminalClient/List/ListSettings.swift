internal import Shared

/// What a user's settings mean for every list of coins, on the screen and in plain lines. A setting that hides coins or
/// columns, or changes the order of columns, takes effect here.
struct ListSettings {
    private let user: UserTable

    init(_ user: UserTable) { self.user = user }

    /// Whether tokens are hidden.
    var coinsOnly: Bool { user[Settings.coinsOnly] }

    /// The columns from left to right.
    var columns: [QuoteColumn] { QuoteColumn.all }

    /// The change to show if there is room for only one.
    var change: QuoteColumn.Change? { columns.lazy.compactMap(\.change).first }
}
