internal import Shared

/// What a user's settings say of every list of coins, on the screen and in plain lines. A setting that leaves coins or columns
/// out, or puts other columns first, takes effect here.
struct ListSettings {
    private let user: UserTable

    init(_ user: UserTable) { self.user = user }

    /// Whether tokens are left out.
    var coinsOnly: Bool { user[Settings.coinsOnly] }

    /// From left to right.
    var columns: [QuoteColumn] { QuoteColumn.all }

    /// The change that is told where there is room for one.
    var change: QuoteColumn.Change? { columns.lazy.compactMap(\.change).first }
}
