internal import TerminalKit

/// The actions of every tab.
enum TabsAction: String, CaseIterable, Sendable {
    case nextTab, previousTab, prices, favorites, lists, holdings, alerts, settings, help, undo, copy, copyLink, refresh
    case dismiss, quit
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
        .undo(.undo),
        Binding(["y"], .copy, "copy the price"),
        Binding(["Y"], .copyLink, "copy a link to the coin"),
        .redraw(.refresh),
        Binding([Key(.escape)], .dismiss, "back: message, chart, filter"),
        .help(.help),
        .quit(.quit),
    ])
}

extension TabsViewModel {
    /// Turns an action into the matching input.
    /// - Parameter row: the selected coin.
    func perform(_ action: TabsAction, on row: QuoteRow?) {
        switch action {
        case .nextTab, .previousTab: tabChosen(tab.next)
        case .prices: tabChosen(.prices)
        case .favorites: tabChosen(.favorites)
        case .lists: exits.take(.lists)
        case .alerts: exits.take(.alerts(nil))
        case .holdings: exits.take(.holdings)
        case .settings: exits.take(.settings(nil))
        case .help: helpRequested()
        case .undo: undoRequested()
        case .refresh: refreshRequested()
        case .dismiss: _ = status.dismissed()
        case .quit: quitRequested()
        case .copy: copyRequested(row?.price?.plain)
        case .copyLink: copyRequested(row.map { link(to: CoinRoute(.id($0.coin), .row)).description })
        }
    }
}
