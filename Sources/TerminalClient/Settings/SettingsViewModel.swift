internal import Observation
internal import Shared

/// The settings that all of the user's terminals share, and those of this terminal. Changes by another terminal appear
/// here at once.
@MainActor
@Observable
final class SettingsViewModel: TabsScreenModel {
    enum Destination: Equatable, Sendable {
        case loggedOut
        case devices
        /// Lets the user choose among the values of a row.
        case values(SettingsRow)
    }

    /// What the user has chosen for a row.
    enum Choice: Hashable, Sendable {
        /// The index among the row's values.
        case listed(Int)
        /// A value of a shared setting, as it is stored.
        case typed(String)
    }

    /// What a row of the screen says now.
    struct Content {
        /// The titles of the row's values; empty if it has none.
        var titles: [String] = []
        /// The index of the present value.
        var chosen: Int?
        /// Whether the row is on or off.
        var isSwitch = false
        /// A sentence about the meaning of the present value.
        var explanation = ""
    }

    /// Everything that the rows depend on.
    private struct Inputs: Equatable {
        /// The hash of the user's table.
        var user: UInt64
        var isComplete: Bool
        var offers: ServerOffers
        var money: ShownCurrency
        var local: LocalSettings
        var isLive: Bool
    }

    // MARK: Outputs
    /// A private server signs its user in by itself, so there is no login to end and no device to look after.
    var rows: [SettingsRow] {
        session.server.isLocal ? SettingsRow.allCases.filter { $0 != .devices && $0 != .logOut } : SettingsRow.allCases
    }
    private(set) var selected = SettingsRow.first
    /// The row whose question waits for an answer.
    private(set) var asking: SettingsRow?
    let tabs: TabsViewModel
    let exits = Exits<Destination>()
    var local: LocalSettings { tabs.local.settings }
    var status: StatusViewModel { tabs.status }
    var link: DeepLink? { .settings }
    var userName: String { status.userName }

    private let derived = Derived<Inputs, [SettingsRow: Content]>([:])
    private let session: Session

    init(session: Session, tabs: TabsViewModel) {
        self.session = session
        self.tabs = tabs
        refresh()
    }

    /// What a row says, as of the last refresh.
    func content(of row: SettingsRow) -> Content { derived.value[row] ?? Content() }
    /// How often the rows were made.
    var makings: Int { derived.makings }

    // MARK: Inputs

    /// The selection does not move while a question is open.
    func selectionMoved(by rows: Int) {
        let all = self.rows
        let place = all.firstIndex(of: selected) ?? 0
        select(all[max(0, min(all.count - 1, place + rows))])
    }

    func firstRequested() { if let first = rows.first { select(first) } }
    func lastRequested() { if let last = rows.last { select(last) } }

    /// A click selects a row. A click on the selected row takes its next value.
    func rowClicked(_ row: SettingsRow) {
        if row == selected { nextRequested() } else { select(row) }
    }

    /// The user clicked one of a row's values.
    /// - Parameter steps: how many values after the present one it is.
    func valueClicked(_ steps: Int, of row: SettingsRow) {
        guard asking == nil else { return }
        select(row)
        if steps != 0 { change(by: steps) }
    }

    /// Opens the list of the selected row's values. A switch takes its other value instead, and a row without values
    /// acts.
    func chooseRequested() {
        guard asking == nil else { return }
        if content(of: selected).titles.count > 2 || example(of: selected) != nil {
            exits.take(.values(selected))
        } else {
            change(by: 1)
        }
    }

    func chosen(_ choice: Choice, of row: SettingsRow) {
        select(row)
        // Another terminal may have changed the value while the user chose.
        refresh()
        switch (choice, row) {
        case (.listed(let value), _):
            if let chosen = content(of: row).chosen, value != chosen { change(by: value - chosen) }
        case (.typed(let text), .shared(let setting)): session.user.mutate { _ in .set(setting, to: text) }
        case (.typed, _): break
        }
    }

    /// Takes the selected row's next value, or does what the row does. An open question ignores this key, so that it
    /// does not count as a yes.
    func nextRequested() { if asking == nil { change(by: 1) } }
    func previousRequested() { if asking == nil { change(by: -1) } }

    func confirmed() {
        defer { asking = nil }
        switch asking {
        case .removeAllFavorites: tabs.allFavoritesRemoved(favoritesCount)
        case .logOut: logOut()
        default: break
        }
    }

    func declined() { asking = nil }
}

// MARK: Changes
extension SettingsViewModel {
    private func select(_ row: SettingsRow) { if asking == nil { selected = row } }

    private func change(by step: Int) {
        switch selected {
        case .shared(let setting):
            if let value = choice(of: setting).value(after: step) {
                session.user.mutate { _ in .set(setting, to: value) }
            }
        case .local(let setting):
            tabs.localSettingChosen(setting, setting.value(after: step, in: local))
        case .devices: exits.take(.devices)
        case .removeAllFavorites: asking = favoritesCount > 0 ? .removeAllFavorites : nil
        case .logOut: asking = .logOut
        }
    }

    /// Asks the server to revoke the token. The server then closes the connection, which ends the session. Without a
    /// connection, this terminal only forgets its token.
    private func logOut() {
        if session.state() == .live { session.logOut() } else { exits.take(.loggedOut) }
    }
}

// MARK: Words
extension SettingsViewModel {
    /// Makes what the rows say, if something that they depend on has changed.
    func refresh() {
        let inputs = Inputs(
            user: session.user.table.hash,
            isComplete: session.user.isComplete,
            offers: session.user.offers,
            money: session.money,
            local: local,
            isLive: session.state() == .live
        )
        derived.follow(inputs) {
            Dictionary(uniqueKeysWithValues: SettingsRow.allCases.map { ($0, makeContent(of: $0)) })
        }
    }

    private func makeContent(of row: SettingsRow) -> Content {
        var content = Content(explanation: explanation(of: row))
        switch row {
        case .shared(let setting):
            let choice = choice(of: setting)
            (content.titles, content.chosen, content.isSwitch) = (choice.options, choice.chosen, choice.isSwitch)
        case .local(let setting):
            content.titles = setting.choices(in: local).map(\.title)
            (content.chosen, content.isSwitch) = (setting.chosen(in: local), setting.isSwitch)
        case .devices, .removeAllFavorites, .logOut: break
        }
        return content
    }

    private var favoritesCount: Int { session.user.favorites.count }

    /// Whether the selected row has something to change or to do.
    var canAct: Bool { selected != .removeAllFavorites || favoritesCount > 0 }

    private func choice(of setting: DescribedSetting) -> SharedChoice {
        SharedChoice(setting, in: session.user.table, session.user.offers)
    }

    /// A value that the user may type for a row; nil if its values are only listed.
    func example(of row: SettingsRow) -> String? {
        if case .shared(let setting) = row { setting.example } else { nil }
    }

    /// The value of a shared setting that a typed text means.
    func read(_ typed: String, for setting: DescribedSetting) throws(SettingFault) -> DescribedSetting.Choice {
        try setting.choice(typed: typed, session.user.offers)
    }

    func title(of row: SettingsRow) -> String {
        switch row {
        case .shared(let setting): setting.title
        case .local(let setting): setting.titles?.long ?? setting.name
        case .devices: "Devices…"
        case .removeAllFavorites: "Remove all favorites"
        case .logOut: "Log out"
        }
    }

    /// The title for a small screen.
    func shortTitle(of row: SettingsRow) -> String {
        switch row {
        case .shared(let setting): setting.shortTitle
        case .local(let setting): setting.titles?.short ?? setting.name
        case .removeAllFavorites: "Remove all"
        default: title(of: row)
        }
    }

    private func explanation(of row: SettingsRow) -> String {
        switch row {
        case .shared(Settings.currency) where session.user.isComplete && !session.money.isUSD: currencyWords
        case .shared(let setting):
            session.user.isComplete ? choice(of: setting).explanation : SettingsWords.offline.description
        case .removeAllFavorites:
            (session.user.isComplete ? SettingsWords.favorites(count: favoritesCount) : .offline).description
        case .local(let setting):
            setting.chosen(in: local).map { setting.choices(in: local)[$0].explanation } ?? ""
        case .devices: SettingsWords.devices.description
        case .logOut: (session.state() == .live ? SettingsWords.logOut : .forgetLogin).description
        }
    }

    private var currencyWords: String {
        let money = session.money
        let (name, rates) = (money.format.name, money.rates)
        let words = rates.map { SettingsWords.currencyByRates(name, source: $0.source, day: "\($0.day)") }
        return (words ?? .currencyByPrice(name)).description
    }
}

// MARK: Questions
extension SettingsViewModel {
    var question: Question? {
        switch asking {
        case .removeAllFavorites: .removeAllFavorites(count: favoritesCount)
        case .logOut: session.state() == .live ? .logOut : .forgetLogin
        default: nil
        }
    }
}
