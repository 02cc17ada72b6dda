internal import Observation
internal import Shared

/// What the tabs share: which tab is shown, the status, and the ways out.
@MainActor
@Observable
final class TabsViewModel: TabsScreenModel {
    typealias Destination = TabsDestination

    // MARK: Outputs
    private(set) var tab = Tab.prices
    let clock: AppClock
    let keys: Keys
    let local: LocalStore
    let status: StatusViewModel
    let open: OpenChart
    let pane: CoinPaneModel
    let icons: CoinImages
    let devices: DeviceList
    let exits = Exits<Destination>()
    var tabs: TabsViewModel { self }
    /// The clock for times on the screen.
    var wall: WallClock { clock.wall(local.settings.times) }
    var serverTime: MarketTime { session.serverTime(by: clock) }
    /// The list that is shown in place of Favorites, or Favorites if that list is gone.
    var list: ListID { session.user.table.name(of: chosenList) == nil ? .favorites : chosenList }
    /// The name of that list as it is shown.
    var listName: String { session.user.table.shownName(of: list) ?? "" }
    var listCount: Int { session.user.items(of: list).count }
    /// The list that the user has chosen, and its shown name at that time.
    private var chosenList = ListID.favorites
    private var chosenName = ""

    /// Whether all screens hide the user's amounts from others who see them. Shares and percents stay.
    private(set) var hidesAmounts: Bool { didSet { status.hidesAmounts = hidesAmounts } }

    /// The changes of this machine's settings that can be taken back.
    @ObservationIgnored private var localChanges: [LocalChange] = []
    private let session: Session

    init(
        session: Session,
        clock: AppClock,
        keys: Keys = Keys(),
        local: LocalStore = LocalStore(),
        hidesAmounts: Bool = false
    ) {
        self.session = session
        self.clock = clock
        self.keys = keys
        self.local = local
        self.hidesAmounts = hidesAmounts
        status = StatusViewModel(session: session, clock: clock)
        status.hidesAmounts = hidesAmounts
        open = OpenChart(session: session) { clock.wall(local.settings.times) }
        pane = CoinPaneModel(session: session, clock: clock, open: open, status: status)
        icons = CoinImages(session: session, local: local)
        devices = DeviceList(session: session, status: status)
    }

    // MARK: Inputs

    func tabShown(_ tab: Tab) { if self.tab != tab { self.tab = tab } }
    /// Shows a list in place of Favorites.
    func listChosen(_ list: ListID) {
        (chosenList, chosenName) = (list, session.user.table.shownName(of: list) ?? "")
        tabChosen(.favorites)
    }

    /// Shows Favorites in their own place again.
    func listLeft() { chosenList = .favorites }

    /// If another terminal has deleted the list, tells the user its name and shows Favorites.
    func followList() {
        guard session.user.isComplete, chosenList != .favorites else { return }
        if let name = session.user.table.shownName(of: chosenList) {
            if chosenName != name { chosenName = name }
        } else {
            status.noted(.listGone(chosenName))
            chosenList = .favorites
        }
    }

    /// A coin's words and figures as in lists; nil if the market does not have it.
    /// - Parameter known: the row of an earlier frame. If it is still true, it is returned again.
    func row(of coin: CoinID, known: QuoteRow? = nil) -> QuoteRow? {
        let market = session.market.table
        guard let quote = market.row(of: coin).map({ market[$0] }) else { return nil }
        let source = QuoteRow.Source(
            quote: quote,
            isFavorite: session.user.table.contains(coin),
            origin: PriceOrigin(quote.pricing, in: market, by: wall),
            money: session.money
        )
        return known.flatMap { $0.source == source ? $0 : nil } ?? QuoteRow(source)
    }

    /// The age of a coin's price in words, as rows show it; nil if it is below ten seconds or unknown.
    func priceAge(of coin: CoinID) -> String? {
        let market = session.market.table
        guard let quote = market.row(of: coin).map({ market[$0] }), quote.mantissa != nil else { return nil }
        return market.heard(quote.pricing).flatMap(serverTime.age(of:)).flatMap(AgeText.rowWords)
    }

    /// - Parameter route: what the link shows of a coin; nil for the list alone.
    func link(to route: CoinRoute?) -> DeepLink {
        if tab == .favorites, list != .favorites, let name = session.user.table.name(of: list) {
            return .list(name, route)
        }
        return .tab(tab, route)
    }

    func amountsToggled() { hidesAmounts.toggle() }

    func tabChosen(_ tab: Tab) { if self.tab != tab { exits.take(.tab(tab)) } }

    /// Shows a coin's chart under its row. If the chart is there already, or beside the list, this shows it on the
    /// whole screen.
    func chartRequested(of coin: CoinID) {
        if pane.isShown || open.chart?.coin == coin { fullChartRequested(of: coin) } else { open.opened(coin) }
    }

    /// - Parameter interval: nil: the interval of the last chart.
    func fullChartRequested(of coin: CoinID, interval: CandleInterval? = nil) {
        open.opened(coin, interval: interval)
        exits.take(.chart)
    }

    func detailRequested(of coin: CoinID) { exits.take(.detail(coin)) }

    func favoriteToggled(_ coin: CoinID, symbol: String) {
        let user = session.user
        if user.table.contains(coin) {
            user.mutate { _ in .remove([coin]) }
            removed(symbol)
        } else {
            user.mutate { .add([coin], of: $0) }
        }
    }

    /// - Parameter name: what was removed, in one or two words.
    func removed(_ name: String) { status.noted(.removed(name, undo: keys.screen.name(of: .undo))) }

    /// - Parameter words: what was saved, in a few words.
    func saved(_ words: String) { status.noted(.saved(words, undo: keys.screen.name(of: .undo))) }

    /// Takes candles from the next source. This changes a setting that all of the user's terminals share.
    func otherSourceChosen(for chart: CoinChart) {
        guard let source = chart.otherSource else { return status.noted(.noOtherSource(symbol: chart.symbol)) }
        sourceChosen(source)
    }

    /// - Parameter source: where all of the user's terminals take candles from.
    func sourceChosen(_ source: KlineSource) {
        session.user.mutate { _ in .set(Settings.klineSource, to: source.name) }
        status.noted(.candlesFrom(source.title, undo: keys.screen.name(of: .undo)))
    }

    /// - Parameter count: how many were removed, at least one.
    func allFavoritesRemoved(_ count: Int) {
        session.user.mutate { .removeAll(of: $0) }
        removed(count == 1 ? "1 favorite" : "all \(count) favorites")
    }

    /// Applies a choice for this machine at once, whether or not it can be saved.
    func localSettingChosen(_ setting: LocalSetting, _ text: String) {
        let before = setting.text(in: local.settings)
        let undoPlace = session.user.undoPlace
        localChanges.append(LocalChange(setting: setting, before: before, undoPlace: undoPlace, time: clock.now()))
        status.undoHintOutdated()
        keep(setting, text)
    }

    private func keep(_ setting: LocalSetting, _ text: String) {
        do {
            try local.set(setting, to: text)
        } catch {
            session.user.noted(.settingNotSaved(reason: "\(error)"))
        }
    }

    /// Takes back the latest change that was made here: of one of this machine's settings, or of shared data.
    func undoRequested() {
        let user = session.user
        if let change = localChanges.last, change.undoPlace >= user.undoPlace {
            return undo(change.words(in: local.settings), madeAt: change.time) {
                localChanges.removeLast()
                keep(change.setting, change.before)
            }
        }
        let undoing = user.undoing
        let words = UndoWords(of: undoing, market: session.market.table, offers: user.offers)
        undo(words, madeAt: undoing?.time) {
            user.undo()
            // The words of the undo say that the shown list is gone.
            if user.table.name(of: chosenList) == nil { listLeft() }
        }
    }

    /// The user may have forgotten an older change, so the first press only names it.
    /// - Parameter time: nil if there is nothing to take back.
    private func undo(_ words: UndoWords, madeAt time: ContinuousClock.Instant?, _ takeBack: () -> Void) {
        let offer = Notice.wouldUndo(words, again: keys.screen.name(of: .undo) ?? "")
        if let time, clock.now() >= time + Notice.undoTime, status.shownNotice != offer { return status.noted(offer) }
        takeBack()
        status.noted(.undone(words))
    }
}

extension TabsViewModel {
    /// Turns an action for one coin into the matching input.
    func perform(_ action: SelectedCoinAction, on coin: CoinID) {
        switch action {
        case .expand: chartRequested(of: coin)
        case .chart: fullChartRequested(of: coin)
        case .detail: detailRequested(of: coin)
        case .alert: exits.take(.alerts(coin))
        case .transaction: exits.take(.transaction(coin))
        case .lists: exits.take(.listsOf(coin))
        }
    }

    /// Shows what a link wants of a coin whose row is selected already.
    func follow(_ destination: CoinRoute.Destination, of coin: CoinID) {
        switch destination {
        case .row: break
        case .expanded(let interval): open.opened(coin, interval: interval)
        case .chart(let interval): fullChartRequested(of: coin, interval: interval)
        case .detail: detailRequested(of: coin)
        }
    }
}

/// The screens that are side by side.
package enum Tab: Int, CaseIterable, Sendable {
    case prices
    case favorites

    var title: String {
        switch self {
        case .prices: "Prices"
        case .favorites: "Favorites"
        }
    }

    /// The tab's name in links.
    var linkName: String {
        switch self {
        case .prices: "prices"
        case .favorites: "favorites"
        }
    }

    var next: Tab { Tab(rawValue: rawValue + 1) ?? .prices }
}
