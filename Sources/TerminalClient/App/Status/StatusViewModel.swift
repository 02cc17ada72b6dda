internal import Observation
internal import Shared

/// The state in words: the connection, the age of the data, and what is not saved yet.
///
/// While all is well, nothing here changes by itself, so an idle terminal writes nothing. Only a visible countdown or
/// age makes it tick.
@MainActor
@Observable
final class StatusViewModel {
    private let session: Session
    private let clock: AppClock
    private let derived = Derived<StatusFacts, StatusFacts.Words>(StatusFacts.Words())
    /// Changes when only the passing of time has changed the words.
    private var tick = 0
    /// Whether the user hides amounts, because others see the screen.
    var hidesAmounts = false {
        // This notice has an amount in the form of the moment when it came.
        didSet { if case .saved? = noticed?.notice { noticed = nil } }
    }
    /// The latest notice, and the place of the change that the key for undo would have taken back then.
    private var noticed: (notice: Notice, end: ContinuousClock.Instant, undoPlace: UInt64)?
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
    /// That prices are made up, and the sources that are not as fresh as they should be, and why. As of the last refresh.
    var sources: [Phrase] { derived.value.sources }
    /// How often these words were made.
    var makings: Int { derived.makings }

    /// Whether the terminal waits before it connects again, so that the user can connect now.
    var isWaiting: Bool { if case .waiting = session.state() { true } else { false } }

    /// A word or two that say that prices are not live or not real, for places without room for more; nil while they are
    /// both.
    var trouble: Phrase? {
        switch session.state() {
        case .connecting: StatusWords.connecting.phrase
        case .waiting, .stopped: StatusWords.offline.phrase
        case .live where isStale: StatusWords.oldPrices.phrase
        case .live where !prices.isComing: StatusWords.connected.phrase
        case .live: session.user.offers.isMock ? StatusWords.mockMarket.phrase : nil
        }
    }

    /// Why there is no connection. It is long and the least important part.
    var reason: String? {
        if case .waiting(_, let error) = session.state() { error.shortReason } else { nil }
    }

    /// Whether prices are older than they should be, so that no screen shows them as live.
    var isStale: Bool { prices.isStale }

    /// The changes that are not saved yet: in words, and as a short form.
    var pending: String? { changeCount.map { StatusWords.notSaved(count: $0).text } }
    var pendingCount: String? { changeCount.map(String.init) }
    private var changeCount: Int? {
        let count = session.pendingCount()
        return count == 0 ? nil : count
    }

    /// A small action that was just done, shown for a moment. A failure is a `problem`, which stays.
    /// A notice that names the key for undo ends once this key would take back another change.
    var shownNotice: Notice? {
        guard let noticed, clock.now() < noticed.end else { return nil }
        if noticed.notice.isUndoable, noticed.undoPlace != session.user.undoPlace { return nil }
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

    func noted(_ notice: Notice) { noticed = (notice, clock.now() + notice.time, session.user.undoPlace) }

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
        for await _ in Observations({ self.facts(self.judged).interval }) {
            while let interval = facts(judged).interval {
                do { try await clock.sleep(interval) } catch { return }
                tick += 1
            }
        }
    }
}

// MARK: Judging
extension StatusViewModel {
    private func makeWords() {
        // A frame is due, too, when only the passing of time has changed the words.
        _ = tick
        let facts = facts(prices)
        derived.follow(facts) { facts.words }
    }

    private func facts(_ prices: PriceState) -> StatusFacts {
        StatusFacts(
            state: session.state(),
            prices: prices,
            isComplete: session.market.isComplete,
            isCurrent: session.market.isCurrent,
            isMock: session.user.offers.isMock,
            money: session.money,
            time: serverTime,
            now: clock.now()
        )
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

    private var serverTime: MarketTime { session.serverTime(by: clock) }
}

extension ConnectionError {
    /// Shorter words than the error's own sentence, for one row.
    fileprivate var shortReason: String {
        switch self {
        case .unreachable(let nodes) where nodes.count == 1: nodes[0].reason
        default: description.asClause
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
