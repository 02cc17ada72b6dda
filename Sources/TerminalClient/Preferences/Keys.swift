internal import TerminalKit

/// The keys of all screens: the default tables with the user's changes.
struct Keys: Sendable {
    /// For what every screen does in the same way.
    @Rebindable var screen = KeyMap.screen
    /// For every list of coins.
    @Rebindable var list = KeyMap.list
    /// For the order of every list of coins.
    @Rebindable var sort = KeyMap.sort
    /// For the order of the holdings.
    @Rebindable var holdingsSort = KeyMap.holdingsSort
    @Rebindable var prices = KeyMap.prices
    @Rebindable var filter = KeyMap.filter
    @Rebindable var favorites = KeyMap.favorites
    @Rebindable var settings = KeyMap.settings
    @Rebindable var help = KeyMap.help
    /// For the selected coin, on Prices and Favorites.
    @Rebindable var coin = KeyMap.coin
    /// For a chart wherever it is open.
    @Rebindable var chart = KeyMap.chart
    @Rebindable var fullChart = KeyMap.fullChart
    /// Further keys for a chart on the whole screen.
    @Rebindable var chartParts = KeyMap.chartParts
    /// While the user moves the line of an alert on a chart.
    @Rebindable var chartAlert = KeyMap.chartAlert
    /// While the user chooses a coin to compare with.
    @Rebindable var compare = KeyMap.compare
    /// While the user chooses from a list.
    @Rebindable var picker = KeyMap.picker
    /// Further keys for a list whose items can be changed.
    @Rebindable var pickerEdit = KeyMap.pickerEdit
    @Rebindable var detail = KeyMap.detail
    @Rebindable var devices = KeyMap.devices
    @Rebindable var alerts = KeyMap.alerts
    @Rebindable var alertEntry = KeyMap.alertEntry
    @Rebindable var holdings = KeyMap.holdings
    /// For a coin's transactions.
    @Rebindable var transactions = KeyMap.transactions
    /// While the user fills in a transaction.
    @Rebindable var transactionEntry = KeyMap.transactionEntry
    @Rebindable var login = KeyMap.login
    @Rebindable var trust = KeyMap.trust
    @Rebindable var stop = KeyMap.stop
    /// For all tabs.
    @Rebindable var tabs = KeyMap.tabs

    /// Quits on every screen, and cannot be bound to anything else.
    static let alwaysQuits = Key.control("c")

    /// The tables by their names in the configuration file, each with a way to change it.
    private static let tables: [(name: String, rebind: @Sendable (inout Keys, String, [Key]) -> Bool)] = [
        ("screen", { $0.screen.rebind($1, to: $2) }),
        ("tabs", { $0.tabs.rebind($1, to: $2) }), ("list", { $0.list.rebind($1, to: $2) }),
        ("sort", { $0.sort.rebind($1, to: $2) }),
        ("prices", { $0.prices.rebind($1, to: $2) }),
        ("filter", { $0.filter.rebind($1, to: $2) }), ("favorites", { $0.favorites.rebind($1, to: $2) }),
        ("settings", { $0.settings.rebind($1, to: $2) }), ("help", { $0.help.rebind($1, to: $2) }),
        ("coin", { $0.coin.rebind($1, to: $2) }), ("chart", { $0.chart.rebind($1, to: $2) }),
        ("full-chart", { $0.fullChart.rebind($1, to: $2) }), ("chart-parts", { $0.chartParts.rebind($1, to: $2) }),
        ("chart-alert", { $0.chartAlert.rebind($1, to: $2) }),
        ("compare", { $0.compare.rebind($1, to: $2) }), ("picker", { $0.picker.rebind($1, to: $2) }),
        ("picker-edit", { $0.pickerEdit.rebind($1, to: $2) }), ("detail", { $0.detail.rebind($1, to: $2) }),
        ("alerts", { $0.alerts.rebind($1, to: $2) }), ("alert-entry", { $0.alertEntry.rebind($1, to: $2) }),
        ("holdings", { $0.holdings.rebind($1, to: $2) }), ("holdings-sort", { $0.holdingsSort.rebind($1, to: $2) }),
        ("transactions", { $0.transactions.rebind($1, to: $2) }),
        ("transaction-entry", { $0.transactionEntry.rebind($1, to: $2) }),
        ("devices", { $0.devices.rebind($1, to: $2) }), ("login", { $0.login.rebind($1, to: $2) }),
        ("trust", { $0.trust.rebind($1, to: $2) }), ("stop", { $0.stop.rebind($1, to: $2) }),
    ]

    static var tableNames: [String] { tables.map(\.name) }

    /// - Returns: false if there is no such action.
    mutating func rebind(_ table: String, _ action: String, to keys: [Key]) -> Bool {
        guard let rebind = Self.tables.first(where: { $0.name == table })?.rebind else { return false }
        return rebind(&self, action, keys)
    }

    /// All tables by name, for the file that explains them.
    var entries: [(table: String, bindings: [KeyEntry])] {
        [
            ("screen", screen.entries), ("tabs", tabs.entries), ("list", list.entries), ("sort", sort.entries),
            ("prices", prices.entries),
            ("filter", filter.entries), ("favorites", favorites.entries), ("settings", settings.entries),
            ("help", help.entries),
            ("coin", coin.entries), ("chart", chart.entries), ("full-chart", fullChart.entries),
            ("chart-parts", chartParts.entries), ("chart-alert", chartAlert.entries), ("compare", compare.entries),
            ("picker", picker.entries), ("picker-edit", pickerEdit.entries),
            ("detail", detail.entries), ("alerts", alerts.entries), ("alert-entry", alertEntry.entries),
            ("holdings", holdings.entries), ("holdings-sort", holdingsSort.entries),
            ("transactions", transactions.entries),
            ("transaction-entry", transactionEntry.entries), ("devices", devices.entries), ("login", login.entries),
            ("trust", trust.entries), ("stop", stop.entries),
        ]
    }

    /// A key with two meanings on one screen.
    var conflict: (key: Key, first: String, second: String)? {
        let byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.table, $0.bindings) })
        let groups: [(shared: KeyMap<ScreenAction>, screens: [[String]])] = [
            (
                screen,
                [
                    // An open chart takes the keys that change tabs on other screens.
                    ["tabs", "coin", "list", "sort", "prices"], ["tabs", "coin", "list", "sort", "favorites"],
                    ["chart", "coin", "list", "sort", "prices"], ["chart", "coin", "list", "sort", "favorites"],
                    ["chart", "full-chart", "chart-parts"], ["detail"], ["settings"], ["alerts"],
                    ["holdings", "list", "holdings-sort"], ["transactions"], ["devices"],
                ]
            ),
            (
                screen.whileTyping,
                [
                    ["chart-alert"], ["compare"], ["picker", "picker-edit"], ["filter"], ["alert-entry"],
                    ["transaction-entry"],
                ]
            ),
            (screen.basic.whileTyping, [["login"]]), (screen.basic, [["trust"], ["stop"]]),
            // The keys for help and for quitting close the help page.
            (KeyMap([]), [["help"]]),
        ]
        for (shared, screens) in groups {
            for tables in screens {
                let own = tables.map { ($0, byName[$0] ?? []) }
                if let found = Self.conflict(in: [("screen", shared.entries)] + own) { return found }
            }
        }
        return nil
    }

    /// - Parameter tables: those of one screen, by name.
    private static func conflict(in tables: [(String, [KeyEntry])]) -> (key: Key, first: String, second: String)? {
        var meanings: [Key: String] = [:]
        for (name, bindings) in tables {
            for entry in bindings {
                let meaning = "\(name).\(entry.action)"
                for key in entry.keys {
                    if let other = meanings.updateValue(meaning, forKey: key), other != meaning {
                        return (key, other, meaning)
                    }
                }
            }
        }
        return nil
    }
}

/// An action by its name in the configuration file, with its keys and what it does.
struct KeyEntry: Sendable {
    let action: String
    let keys: [Key]
    let title: String
}

extension KeyMap where Action: RawRepresentable<String> {
    var entries: [KeyEntry] {
        bindings.map { KeyEntry(action: Self.name(of: $0.action), keys: $0.keys, title: $0.title) }
    }

    /// Binds an action to other keys. The action that quits keeps Ctrl-C, so that the user can always quit.
    /// - Returns: false if there is no such action.
    mutating func rebind(_ name: String, to keys: [Key]) -> Bool {
        guard let binding = bindings.first(where: { Self.name(of: $0.action) == name }) else { return false }
        let isWayOut = binding.keys.contains(Keys.alwaysQuits)
        let kept = isWayOut && !keys.contains(Keys.alwaysQuits) ? [Keys.alwaysQuits] : []
        self = KeyMap(
            bindings.map { $0.action == binding.action ? $0.with(keys: keys + kept) : $0 }
        )
        return true
    }

    /// `pageUp` is `page-up`.
    private static func name(of action: Action) -> String {
        action.rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }
}
