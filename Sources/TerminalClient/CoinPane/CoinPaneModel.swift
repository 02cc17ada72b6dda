internal import Observation
internal import Shared

/// What a wide screen shows about the selected coin beside its rows: its chart and facts. What the market knows follows
/// the selection at once. The rest is requested from the server when the selection rests, so a fast cursor requests
/// nothing.
@MainActor
@Observable
final class CoinPaneModel {
    /// What the pane shows.
    struct Content: Equatable {
        fileprivate(set) var row: QuoteRow?
        fileprivate(set) var facts: [DetailFact] = []
        fileprivate(set) var paragraphs: [String] = []
        /// The coin's page, from which the pane takes facts that the row does not have.
        fileprivate var detail: CoinDetail?
        fileprivate var isStale = false
        /// Whether the facts name the time zone, because nothing beside them does.
        fileprivate var namesZone = false

        /// Equal rows are the same object.
        static func == (one: Self, other: Self) -> Bool {
            one.row === other.row && one.isStale == other.isStale && one.namesZone == other.namesZone
                && one.detail == other.detail
        }
    }

    /// How long a selection must stay before it counts as looked at. A user who stops at one coin after another sends
    /// at most eight requests a second.
    static let rest = Duration.milliseconds(250)
    /// A few are enough, because the server answers from memory, too.
    private static let detailsMax = 32

    // MARK: Outputs
    private(set) var content = Content()
    private(set) var isShown = false

    private let session: Session
    private let clock: AppClock
    private let open: OpenChart
    private let status: StatusViewModel
    private var details: [CoinID: CoinDetail] = [:]
    @ObservationIgnored private var awaited: Set<CoinID> = []
    /// The coin that was selected last.
    @ObservationIgnored private var coin: CoinID?
    @ObservationIgnored private var lastMove: ContinuousClock.Instant?
    /// The coin's chart is opened as soon as the selection rests.
    @ObservationIgnored private(set) var isDue = false
    @ObservationIgnored private let moves: AsyncStream<Void>
    @ObservationIgnored private let noteMove: AsyncStream<Void>.Continuation

    init(session: Session, clock: AppClock, open: OpenChart, status: StatusViewModel) {
        (self.session, self.clock, self.open, self.status) = (session, clock, open, status)
        (moves, noteMove) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The selected coin's chart; nil until it is opened.
    var chart: CoinChart? { open.chart.flatMap { $0.coin == content.row?.coin ? $0 : nil } }
}

// MARK: Inputs
extension CoinPaneModel {
    /// The pane is on the screen, beside rows of which this coin's is selected.
    /// - Parameters:
    ///   - row: nil if no coin is selected, or if the market does not have it.
    ///   - isZoneBeside: whether a title of the rows names the time zone. If none does, the axis of the chart names it.
    func shown(besideSelected row: QuoteRow?, isZoneBeside: Bool) {
        if !isShown { isShown = true }
        selected(row?.coin)
        var next = Content(row: row)
        (next.detail, next.isStale) = (row.flatMap { details[$0.coin] }, status.isStale)
        next.namesZone = !isZoneBeside && chart?.absence.isEmpty != true
        guard next != content else { return }
        next.facts =
            row.map {
                DetailFact.facts(
                    $0.quote,
                    $0.origin,
                    next.detail,
                    isStale: next.isStale,
                    namingZone: next.namesZone,
                    in: $0.money
                )
            } ?? []
        next.paragraphs = next.detail?.paragraphs ?? []
        content = next
    }

    /// A chart, this one or another, takes the whole screen.
    func covered() { if isShown { isShown = false } }

    /// The screen has no room for the pane. A chart that the user has opened goes on below the row of the selected
    /// coin.
    func roomLost() {
        guard let coin else { return covered() }
        self.coin = nil
        covered()
        content = Content()
        if open.isWanted { open.followed(coin) } else { open.closed() }
    }

    /// Follows the selection until the calling task is cancelled.
    func appeared() async {
        async let _ = followAgainWithEachConnection()
        await withDiscardingTaskGroup { questions in
            for await _ in moves {
                do { try await untilAtRest() } catch { break }
                isDue = false
                guard isShown, let coin else { continue }
                open.followed(coin)
                if details[coin] == nil, awaited.insert(coin).inserted { questions.addTask { await self.ask(coin) } }
            }
            questions.cancelAll()
        }
    }

    private func selected(_ coin: CoinID?) {
        let former = self.coin
        if coin == former {
            // The chart on the whole screen was that of another coin.
            guard let chart = open.chart, chart.coin != coin, !isDue else { return }
        } else if let former, open.chart?.coin == former {
            open.left()
        }
        (self.coin, lastMove, isDue) = (coin, clock.now(), true)
        noteMove.yield()
    }

    private func untilAtRest() async throws {
        while let lastMove, case let rest = lastMove + Self.rest - clock.now(), rest > .zero {
            try await clock.sleep(rest)
        }
    }

    /// A failure shows no message, because the facts that the market knows are there without an answer.
    private func ask(_ coin: CoinID) async {
        let result = await session.charts.detail(of: coin)
        awaited.remove(coin)
        guard case .success(let detail) = result else { return }
        if details.count >= Self.detailsMax { details = [:] }
        details[coin] = detail
    }

    private func followAgainWithEachConnection() async {
        for await isLive in Observations({ self.session.state() == .live }) where isLive { noteMove.yield() }
    }
}
