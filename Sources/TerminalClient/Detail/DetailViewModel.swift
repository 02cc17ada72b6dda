internal import Observation
internal import Shared

/// The page of one coin.
@MainActor
@Observable
final class DetailViewModel: TabsScreenModel {
    enum Answer: Equatable, Sendable {
        case awaited
        case detail(CoinDetail)
        case problem(String)
    }

    /// An address, with a title that says where it leads.
    struct Link: Equatable, Sendable {
        let title: String
        let address: WebAddress
    }

    /// What the page shows.
    struct Content {
        /// The coin's words and figures as in lists; nil if the market does not have it.
        var row: QuoteRow?
        var symbol = ""
        var facts: [DetailFact] = []
        /// The provider's own page comes first.
        var links: [Link] = []
        var paragraphs: [String] = []
        /// The words in place of a description.
        var absence: [String] = []
    }

    /// Everything that the content depends on.
    private struct Inputs: Equatable {
        var answer: Answer
        var market: MarketMark
        var isFavorite: Bool
        var money: ShownCurrency
        var times: TimeChoice
        var isStale: Bool
    }

    // MARK: Outputs
    let coin: CoinID
    let tabs: TabsViewModel
    private(set) var answer = Answer.awaited
    private(set) var offset = 0
    /// The index of the link that Enter opens.
    private(set) var selectedLink = 0
    let exits = Exits<Never>()

    private let derived = Derived<Inputs, Content>(Content())
    private let session: Session
    private let browser: Browser
    private let retries: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)
    private let openings: (stream: AsyncStream<WebAddress>, continuation: AsyncStream<WebAddress>.Continuation)

    init(coin: CoinID, session: Session, tabs: TabsViewModel, browser: Browser) {
        self.coin = coin
        self.session = session
        self.tabs = tabs
        self.browser = browser
        retries = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        openings = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(8))
        refresh()
    }

    /// As of the last refresh.
    var content: Content { derived.value }
    /// How often the content was made.
    var makings: Int { derived.makings }
    var canRetry: Bool { if case .problem = answer { true } else { false } }
    var link: DeepLink? { tabs.link(to: CoinRoute(.id(coin), .detail)) }

    private var isLive: Bool { session.state() == .live }
    private var detail: CoinDetail? { if case .detail(let detail) = answer { detail } else { nil } }
}

// MARK: Deriving
extension DetailViewModel {
    /// Makes what the page shows, if something that it depends on has changed.
    func refresh() {
        let inputs = Inputs(
            answer: answer,
            market: session.market.mark,
            isFavorite: session.user.table.contains(coin),
            money: session.money,
            times: tabs.local.settings.times,
            isStale: tabs.status.isStale
        )
        derived.follow(inputs) { makeContent() }
    }

    private func makeContent() -> Content {
        let row = tabs.row(of: coin, known: content.row)
        let symbol = row?.symbol ?? detail?.symbol ?? coin.description
        let money = row?.money ?? session.money
        let page = detail?.page.map { [Link(title: "Page", address: $0)] } ?? []
        let paragraphs = detail?.paragraphs ?? []
        return Content(
            row: row,
            symbol: symbol,
            facts: DetailFact.facts(row?.quote, row?.origin, detail, isStale: tabs.status.isStale, in: money),
            links: page + (detail?.links ?? []).map { Link(title: $0.kind.title, address: $0.address) },
            paragraphs: paragraphs,
            absence: absence(of: symbol, isEmpty: paragraphs.isEmpty)
        )
    }

    private func absence(of symbol: String, isEmpty: Bool) -> [String] {
        switch answer {
        case .awaited: DetailAbsence.loading(symbol: symbol).lines
        case .problem(let message): [message]
        case .detail: isEmpty ? DetailAbsence.noText(symbol: symbol).lines : []
        }
    }
}

// MARK: Inputs
extension DetailViewModel {
    /// Requests the page until there is an answer, and opens links. Cancelling the calling task stops it, and a later
    /// answer is dropped.
    func appeared() async {
        let isLive = isLive
        async let _ = retryWithEachConnection(after: isLive)
        async let _ = openLinks()
        await ask()
        for await _ in retries.stream where detail == nil { await ask() }
    }

    /// - Parameter wasLive: whether there was a connection for the first request.
    private func retryWithEachConnection(after wasLive: Bool) async {
        var wasLive = wasLive
        for await isLive in Observations({ self.isLive }) {
            if isLive, !wasLive { retries.continuation.yield() }
            wasLive = isLive
        }
    }

    /// Requests the page again if there is no answer.
    func answerRequested() { if canRetry { retries.continuation.yield() } }

    /// - Parameter offsetMax: the last useful scroll position.
    func scrolled(by rows: Int, offsetMax: Int) {
        let next = max(0, min(offset + rows, offsetMax))
        if next != offset { offset = next }
    }

    func linkSelected(by steps: Int) {
        let count = content.links.count
        guard count > 0 else { return }
        selectedLink = ((selectedLink + steps) % count + count) % count
    }

    /// Opens the link and selects it, so that its address can be copied if there is no browser.
    func linkClicked(_ link: Int) {
        selectedLink = link
        linkOpened()
    }

    func linkOpened() {
        guard let address = selectedAddress else { return }
        openings.continuation.yield(address)
    }

    func addressRequested() {
        copyRequested(selectedAddress?.text)
    }

    private var selectedAddress: WebAddress? {
        let links = content.links
        return links.indices.contains(selectedLink) ? links[selectedLink].address : nil
    }

    private func ask() async {
        answer = .awaited
        let result = await session.charts.detail(of: coin)
        guard !Task.isCancelled else { return }
        switch result {
        case .success(let detail): answer = .detail(detail)
        case .failure(let problem): answer = .problem(problem.message)
        }
    }

    /// Opens links side by side, because a browser may not return for as long as its page is open.
    private func openLinks() async {
        await withDiscardingTaskGroup { group in
            for await address in openings.stream { group.addTask { await self.open(address) } }
        }
    }

    private func open(_ address: WebAddress) async {
        // Only the browser knows whether it shows the page. The notice says what happened here.
        tabs.status.noted(.opening(address))
        switch await browser.open(address) {
        case .opened: break
        case .missing:
            tabs.status.noted(.noBrowser(copy: tabs.keys.detail.name(of: .copy)))
        case .failed(let reason):
            session.user.noted(.linkNotOpened(address: address.description, reason: reason))
        }
    }
}

/// The words in place of a coin's description.
enum DetailAbsence: AbsenceWords {
    case loading(symbol: String)
    case noText(symbol: String)

    var lines: [String] {
        switch self {
        case .loading(let symbol): ["Loading the description of \(symbol)…"]
        case .noText(let symbol): ["There is no description of \(symbol)."]
        }
    }
}
