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

    private static let tables = [
        Table("screen", \.screen),
        Table("tabs", \.tabs),
        Table("list", \.list),
        Table("sort", \.sort),
        Table("prices", \.prices),
        Table("filter", \.filter),
        Table("favorites", \.favorites),
        Table("settings", \.settings),
        Table("help", \.help),
        Table("coin", \.coin),
        Table("chart", \.chart),
        Table("full-chart", \.fullChart),
        Table("chart-parts", \.chartParts),
        Table("chart-alert", \.chartAlert),
        Table("picker", \.picker),
        Table("picker-edit", \.pickerEdit),
        Table("detail", \.detail),
        Table("alerts", \.alerts),
        Table("alert-entry", \.alertEntry),
        Table("holdings", \.holdings),
        Table("holdings-sort", \.holdingsSort),
        Table("transactions", \.transactions),
        Table("transaction-entry", \.transactionEntry),
        Table("devices", \.devices),
        Table("login", \.login),
        Table("trust", \.trust),
        Table("stop", \.stop),
    ]

    static var tableNames: [String] { tables.map(\.name) }

    /// - Returns: false if there is no such action.
    mutating func rebind(_ table: String, _ action: String, to keys: [Key]) -> Bool {
        guard let rebind = Self.tables.first(where: { $0.name == table })?.rebind else { return false }
        return rebind(&self, action, keys)
    }

    /// Takes one of its keys from an action.
    mutating func unbind(_ key: Key, from name: ActionName) {
        let bindings = entries.first { $0.table == name.table }?.bindings ?? []
        guard let entry = bindings.first(where: { $0.action == name.action }) else { return }
        _ = rebind(name.table, name.action, to: entry.keys.filter { $0 != key })
    }

    /// All tables by name, for the file that explains them.
    var entries: [(table: String, bindings: [KeyEntry])] { Self.tables.map { ($0.name, $0.entries(self)) } }

    /// A key with two meanings on one screen.
    var conflict: (key: Key, first: ActionName, second: ActionName)? {
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
                    ["chart-alert"], ["picker", "picker-edit"], ["filter"], ["alert-entry"], ["transaction-entry"],
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
    private static func conflict(
        in tables: [(String, [KeyEntry])]
    ) -> (key: Key, first: ActionName, second: ActionName)? {
        var meanings: [Key: ActionName] = [:]
        for (name, bindings) in tables {
            for entry in bindings {
                let meaning = ActionName(table: name, action: entry.action)
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

extension Keys {
    /// A table by its name in the configuration file.
    private struct Table: Sendable {
        let name: String
        let entries: @Sendable (Keys) -> [KeyEntry]
        let rebind: @Sendable (inout Keys, String, [Key]) -> Bool

        init<Action: Hashable & RawRepresentable<String> & Sendable>(
            _ name: String,
            _ map: any WritableKeyPath<Keys, KeyMap<Action>> & Sendable
        ) {
            self.name = name
            entries = { $0[keyPath: map].entries }
            rebind = { $0[keyPath: map].rebind($1, to: $2) }
        }
    }
}

/// An action by its names in the configuration file: `list.page-up`.
struct ActionName: Hashable, Sendable, CustomStringConvertible {
    let table: String
    let action: String

    var description: String { "\(table).\(action)" }
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
