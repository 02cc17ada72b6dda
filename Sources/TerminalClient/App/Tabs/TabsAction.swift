internal import TerminalKit

/// The actions of every tab.
enum TabsAction: String, CaseIterable, Sendable {
    case nextTab, previousTab, prices, favorites, lists, holdings, alerts, settings, copy
}

extension KeyMap where Action == TabsAction {
    static let tabs = KeyMap([
        Binding([Key(.tab), Key(.right), "l"], .nextTab, "the next tab", hint: "next tab"),
        Binding([Key(.tab, .shift), Key(.left), "h"], .previousTab, "the previous tab"),
        Binding(["1"], .prices, "prices"),
        Binding(["2"], .favorites, "favorites, or the list that is shown in their place"),
        Binding(["L"], .lists, "choose the list to show; make, rename and delete lists"),
        Binding(["H"], .holdings, "what you hold"),
        Binding(["!"], .alerts, "alerts"),
        Binding([","], .settings, "settings", hint: "settings"),
        Binding(["y"], .copy, "copy the price"),
    ])
}

extension KeyMap where Action == TabsAction {
    /// The keys that lead to a screen by its name, whichever screen is shown.
    var toScreens: KeyMap { without(.nextTab).without(.previousTab).without(.copy) }
}

extension TabsAction {
    /// Gives the matching input to the tabs.
    /// - Parameter row: the selected coin.
    @MainActor
    func perform(in tabs: TabsViewModel, on row: QuoteRow?) {
        switch self {
        case .nextTab, .previousTab: tabs.tabChosen(tabs.tab.next)
        case .prices: tabs.tabChosen(.prices)
        case .favorites: tabs.tabChosen(.favorites)
        case .lists: tabs.exits.take(.lists)
        case .alerts: tabs.exits.take(.alerts(nil))
        case .holdings: tabs.exits.take(.holdings)
        case .settings: tabs.exits.take(.settings(nil))
        case .copy: tabs.copyRequested(row?.price?.plain)
        }
    }
}

extension Keys {
    /// The hints of a tab, in the order of every screen.
    /// - Parameter back: what the way back does; nil if nothing is open.
    func hintsOnTabs(around own: [KeyHint], back: String?) -> [KeyHint] {
        (back.map { screen.hint(.back, $0) } ?? []) + own + tabs.hints + screen.basic.hints
    }
}
