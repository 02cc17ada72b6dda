internal import Observation
internal import Shared

/// The state in words: the connection, the age of the data, and what is not saved yet.
///
/// While all is well, nothing here changes by itself, so an idle terminal writes nothing. Only a visible countdown or
/// age makes it tick.
@MainActor
@Observable
final class StatusViewModel {
    /// Everything that the words depend on.
    private struct Inputs: Equatable {
        var state: ServerLink.State
        var prices: PriceState
        var isComplete: Bool
        var isCurrent: Bool
        var money: ShownCurrency
        /// The server's time in whole seconds, because the words give ages in seconds.
        var second: Int64
        /// Counts a countdown's seconds, which begin at other moments.
        var tick: Int
    }

    private struct Words {
        var connection = StatusWords.connecting.phrase
        var sources: [Phrase] = []
    }

    private let session: Session
    private let clock: AppClock
    private let derived = Derived<Inputs, Words>(Words())
    /// Changes when only the passing of time has changed the words.
    private var tick = 0
    /// Whether the user hides amounts, because others see the screen.
    var hidesAmounts = false
    /// The latest notice, and the number of the change that the key for undo would have taken back then.
    private var noticed: (notice: Notice, end: ContinuousClock.Instant, undoNumber: UInt64)?
    /// The market's sequence at which prices had stopped for too long. While it stays the same, no new prices have
    /// come.
    private var silentSequence: UInt64?
    /// As of the last refresh.
    private var prices: PriceState
    @ObservationIgnored private var meter = LatencyMeter()
    @ObservationIgnored private var rhythm = PriceRhythm()

    init(session: Session, clock: AppClock) {
        self.session = session
        self.clock = clock
        prices = Self.judge(session, silentSequence: nil)
    }

    // MARK: Outputs

    /// As of the last refresh.
    var connection: Phrase { derived.value.connection }
    /// The sources that are not as fresh as they should be, and why. As of the last refresh.
    var sources: [Phrase] { derived.value.sources }
    /// How often these words were made.
    var makings: Int { derived.makings }

    /// Whether the terminal waits before it connects again, so that the user can connect now.
    var isWaiting: Bool { if case .waiting = session.state() { true } else { false } }

    /// One word that says that prices are not live, for places without room for more; nil while they are live.
    var trouble: Phrase? {
        switch session.state() {
        case .connecting: StatusWords.connecting.phrase
        case .waiting, .stopped: StatusWords.offline.phrase
        case .live: isStale ? StatusWords.oldPrices.phrase : nil
        }
    }

    /// Why there is no connection. It is long and the least important part.
    var reason: String? {
        if case .waiting(_, let error) = session.state() { Self.words(for: error) } else { nil }
    }

    /// Whether prices are older than they should be, so that no screen shows them as live.
    var isStale: Bool { prices.isStale }

    /// The changes that are not saved yet: in words, and as a short form.
    var pending: String? { changeCount.map { StatusWords.notSaved(count: $0).text } }
    var pendingCount: String? { changeCount.map(String.init) }
    private var changeCount: Int? { session.user.pendingCount == 0 ? nil : session.user.pendingCount }

    /// A small action that was just done, shown for a moment. A failure is a `problem`, which stays.
    /// A notice that names the key for undo ends once this key would take back another change.
    var shownNotice: Notice? {
        guard let noticed, clock.now() < noticed.end else { return nil }
        if noticed.notice.isUndoable, noticed.undoNumber != session.user.undoNumber { return nil }
        return noticed.notice
    }
    var notice: String? { shownNotice?.description }

    /// How long prices take from their source to this screen; nil while that is not known, or prices are not live.
    private(set) var latency: String?

    /// What the user must see: first failed changes, then nodes that are not trusted, then the alerts that have fired, the
    /// newest first, and last what could not be delivered.
    var problem: String? {
        session.user.problem ?? session.refusedNodes().first?.line ?? firedAlert.map {
            $0.line(session.market.table.symbol(of: $0.coin), in: session.money.name, hidesAmounts: hidesAmounts)
        }
            ?? lostDelivery?.line
    }
    /// How many more messages wait behind the shown one.
    var problemsWaiting: Int {
        let others =
            session.refusedNodes().count + session.user.alertEvents.count + session.user.lostDeliveries.count
        return session.user.problem == nil ? max(0, others - 1) : session.user.problemsWaiting + others
    }
    private var firedAlert: AlertEvent? { session.user.alertEvents.first }
    private var lostDelivery: LostDelivery? { session.user.lostDeliveries.first }
    var userName: String { session.userName() ?? "" }

    // MARK: Inputs

    /// Judges the age of prices, and makes the words, just before a frame is drawn.
    func refresh() {
        judgePrices()
        makeWords()
        rhythm.heard(prices.liveExchange?.lastEvent)
        let words = measuredLatency(prices)
        if words != latency { latency = words }
    }

    private func measuredLatency(_ prices: PriceState) -> String? {
        guard prices.isLive, !prices.isSilent, let source = prices.liveExchange else { return nil }
        return meter.words(lastEvent: source.lastEvent, age: source.age(at: serverTime), now: clock.now())
    }

    func retryRequested() { session.retry() }

    /// Goes one level back: closes the message that is shown.
    /// - Returns: false if there was no message.
    func dismissed() -> Bool {
        if session.user.problem != nil {
            session.user.problemSeen()
        } else if !session.refusedNodes().isEmpty {
            session.refusalSeen()
        } else if let firedAlert {
            session.user.mutate { _ in .dismiss([firedAlert]) }
        } else if let lostDelivery {
            session.user.mutate { _ in .dismiss(lostDelivery.state) }
        } else {
            return false
        }
        return true
    }

    func noted(_ notice: Notice) { noticed = (notice, clock.now() + notice.time, session.user.undoNumber) }

    /// Another screen is shown. Notices about the one before do not concern it, except those that can be undone.
    func screenChanged() { if noticed?.notice.isUndoable == false { noticed = nil } }
    /// The key for undo would take back a setting of this machine.
    func undoHintOutdated() { if noticed?.notice.isUndoable == true { noticed = nil } }

    /// Keeps countdowns and ages in the words up to date. Cancelling the calling task stops it.
    func appeared() async {
        async let _ = endNotices()
        async let _ = watchForSilence()
        await countOn()
    }

    private func endNotices() async {
        for await end in Observations({ self.noticed?.end }) {
            guard let end else { continue }
            let rest = end - clock.now()
            if rest > .zero { do { try await clock.sleep(rest) } catch { return } }
            if noticed?.end == end { noticed = nil }
        }
    }

    /// Watches for prices that stop coming, because the connection itself notices a frozen peer only much later.
    /// This check draws no frame.
    private func watchForSilence() async {
        for await isExpecting in Observations({ self.judged.isExpectingPrices }) where isExpecting {
            while judged.isExpectingPrices {
                let sequence = session.market.table.sequence
                do { try await clock.sleep(rhythm.patience) } catch { return }
                if judged.isExpectingPrices, session.market.table.sequence == sequence, silentSequence != sequence {
                    silentSequence = sequence
                    judgePrices()
                }
            }
        }
    }

    private func countOn() async {
        for await _ in Observations({ self.interval }) {
            while let interval {
                do { try await clock.sleep(interval) } catch { return }
                tick += 1
            }
        }
    }
}

// MARK: Words
extension StatusViewModel {
    /// Shorter words than the error's own sentence, for one row.
    private static func words(for error: ConnectionError) -> String {
        switch error {
        case .unreachable(let nodes) where nodes.count == 1: nodes[0].reason
        default: error.description.asClause
        }
    }

    private func makeWords() {
        let (market, time) = (session.market, serverTime)
        let inputs = Inputs(
            state: session.state(),
            prices: prices,
            isComplete: market.isComplete,
            isCurrent: market.isCurrent,
            money: session.money,
            second: time.milliseconds / 1000,
            tick: tick
        )
        derived.follow(inputs) {
            let sources = prices.sources.map { words($0, prices, at: time) } + [words(inputs.money, at: time)]
            return Words(connection: connectionWords.phrase, sources: sources.compactMap { $0?.phrase })
        }
    }

    private var connectionWords: StatusWords {
        switch session.state() {
        case .connecting: .connecting
        case .live where prices.isSilent: .nothingComes
        case .live: session.market.isCurrent ? .live : .loading
        case .waiting(let until, _): .waiting(seconds: AgeText.secondsLeft(until - clock.now()))
        case .stopped: .stopped
        }
    }

    private func judgePrices() {
        let judged = judged
        if judged != prices { prices = judged }
    }

    private var judged: PriceState { Self.judge(session, silentSequence: silentSequence) }

    private static func judge(_ session: Session, silentSequence: UInt64?) -> PriceState {
        PriceState(
            session.market.table,
            isLive: session.state() == .live,
            isComplete: session.market.isComplete,
            isCached: session.market.isCached,
            silentSequence: silentSequence
        )
    }

    private func words(_ source: MarketSource, _ prices: PriceState, at time: MarketTime) -> StatusWords? {
        guard let subject = source.kind.subject else { return nil }
        lazy var age = source.age(at: time).map(DurationText.words)
        switch source.state {
        // While nothing comes, all exchanges are silent together, so one age is enough.
        case .live:
            let isTold = (!prices.isLive || prices.isSilent) && source == prices.liveExchange
            return isTold ? age.map(StatusWords.age) : nil
        case .starting: return .awaited(subject: subject, age: age, source: source.provider, cause: source.cause)
        case .stale, .needsKey, .rateLimited, .down:
            let nextTry = nextTry(source, at: time)
            if source.kind == .tickers, prices.isLive, !prices.isSilent, let other = prices.liveExchange {
                return .otherSource(other.provider, cause: source.cause, nextTry: nextTry)
            }
            return .old(subject: subject, age: age, cause: source.cause, nextTry: nextTry)
        }
    }

    /// Says that prices are not in the user's currency, or that the exchange rates are old.
    private func words(_ money: ShownCurrency, at time: MarketTime) -> StatusWords? {
        guard session.market.isComplete else { return nil }
        if let missing = money.missing { return .noRate(currency: missing) }
        guard let rates = money.rates, rates.isOld(at: time) else { return nil }
        return .oldRates(currency: money.name, day: rates.day.description)
    }

    /// The time until the source is asked again, unless that is at once.
    private func nextTry(_ source: MarketSource, at time: MarketTime) -> String? {
        let rest = source.retryAt?.elapsed(since: time)
        return rest.flatMap { $0 > .zero ? DurationText.words($0) : nil }
    }

    private var serverTime: MarketTime { session.serverTime(by: clock) }

    /// How long the words stay true; nil while they do not depend on time.
    private var interval: Duration? {
        if isWaiting { return .seconds(1) }
        let (prices, time) = (judged, serverTime)
        let ages = prices.sources.filter { words($0, prices, at: time) != nil }.compactMap { $0.age(at: time) }
        return ages.min().map { $0 < .seconds(60) ? .seconds(1) : .seconds(10) }
    }
}

extension MarketSource {
    /// The time since the source last sent something.
    fileprivate func age(at time: MarketTime) -> Duration? { lastEvent.map { time.elapsed(since: $0) } }
}

extension MarketSource.Kind {
    /// The source's name for the status line; nil for a source that matters to charts only, because they name it.
    var subject: String? {
        switch self {
        case .tickers: "prices"
        case .listing: "listing"
        case .symbols, .other: nil
        }
    }
}

extension String {
    /// The sentence without its capital and full stop, to follow other words.
    fileprivate var asClause: String {
        let words = hasSuffix(".") ? dropLast() : self[...]
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
