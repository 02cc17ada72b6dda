import Shared

@testable import PushServer

/// The user hub of one life of a node: the real rules, and the real cache of tables. As `UserHub` does, it asks the
/// database one thing after another, and events gather meanwhile. Beside a change, it welcomes terminals of other
/// users. Anything may happen elsewhere between a question, its effect in the database and its answer.
@MainActor
final class SimulatedHub {
    /// What the node must pass on to others. `NodeHints` makes a task of each report, and tasks run in any order.
    enum Report {
        case changed([UserHint])
        case connected(Set<AccountID>)
        case found([UserHint])
    }

    private typealias Work = (event: UserHub.Event, request: UserRequest)

    private enum Question {
        case compareHinted([UserHint])
        case read(UserHubRules.Reading)
        /// - Parameter keeping: the clients that were connected before the question.
        case settle([Work], keeping: Set<ClientID>)
        case compare
    }

    private enum Answer {
        case news(StoreNews)
        case joined([Joined?])
        case settled(UserAnswers)
        case failed
    }

    /// How long a user without terminals still counts as connected.
    private static let grace = Duration.seconds(60)

    let mailbox = Mailbox<UserHub.Event>()
    var reports: [Report] = []
    private let store: SharedStore
    private let node: NodeID
    private var rules: UserHubRules
    private var cache = UserCache()
    private var looks = LookCount()
    /// Absences that may last, and when the grace of each ends.
    private var graces: [(absence: Presence.Absence, end: MarketTime)] = []
    private var questions: [Question] = []
    private var asked: Question?
    private var answer: Answer?
    /// The terminals that are answered beside a change, and what the database has said of them.
    private var beside: (question: Question, answer: Answer)?

    /// - Parameter users: all users. A node that starts does not know how long they have been absent.
    init(_ store: SharedStore, of node: NodeID, _ users: [AccountID], at time: MarketTime) {
        (self.store, self.node) = (store, node)
        rules = UserHubRules(connectionsMax: 100, changesPerSecond: 0)
        for user in users { startGrace(rules.beginAbsence(of: user, in: store.identity), at: time) }
    }

    /// Whether a question is on its way to the database.
    var isAsking: Bool { asked != nil && answer == nil }

    // MARK: Questions

    /// Takes an answer that has arrived, or asks the next question.
    /// - Returns: whether there was anything to do.
    @discardableResult
    func act(at time: MarketTime) throws -> Bool {
        if let beside {
            self.beside = nil
            answered(beside.question, beside.answer, at: time)
            return true
        }
        if let asked, let answer {
            (self.asked, self.answer) = (nil, nil)
            answered(asked, answer, at: time)
            return true
        }
        guard asked == nil else { return false }
        if questions.isEmpty {
            endGraces(at: time)
            try take(mailbox.takeAll(), at: time)
        }
        if questions.isEmpty { return false }
        ask(questions.removeFirst())
        return true
    }

    private func startGrace(_ absence: Presence.Absence, at time: MarketTime) {
        graces.append((absence, time.adding(Self.grace)))
    }

    private func endGraces(at time: MarketTime) {
        for grace in graces where grace.end <= time { mailbox.post(.graceEnded(grace.absence)) }
        graces.removeAll { $0.end <= time }
    }

    private func take(_ events: [UserHub.Event], at time: MarketTime) throws {
        let isAbsenceCertain = looks.isAbsenceCertain(notesLast: SharedStore.noteLifetime, grace: Self.grace)
        let batch = rules.received(events, isAbsenceCertain: isAbsenceCertain)
        for started in batch.graces { startGrace(started.absence, at: time) }
        var hints: [UserHint] = []
        for event in events {
            switch event {
            case .hinted(let hint): hints.append(hint)
            case .lookDue: looks.becameDue()
            case .tokenLost(let token): try store.forget(token, at: time)
            default: break
            }
        }
        if !hints.isEmpty { questions.append(.compareHinted(hints)) }
        if !batch.reading.isEmpty { questions.append(.read(batch.reading)) }
        if !batch.work.isEmpty {
            let connected = rules.clients(besideNewcomersIn: batch.work.map(\.request))
            questions.append(.settle(batch.work, keeping: connected))
        }
        if looks.isDue { questions.append(.compare) }
    }

    private func ask(_ question: Question) {
        switch question {
        case .compareHinted(let hints) where rules.held(olderThan: hints).versions.isEmpty: return
        case .compare:
            looks.began()
            reports.append(.connected(Set(rules.allConnections.map(\.account.id))))
        default: break
        }
        asked = question
    }

    // MARK: In the database

    /// The database gets the question that is on its way.
    /// - Parameter fate: a question that only reads fails unless this is `committed`.
    func reachDatabase(_ fate: CommitFate, at time: MarketTime) throws {
        guard isAsking, let asked else { return }
        switch asked {
        case .settle(let work, let connected):
            answer = try settle(transaction(work, keeping: connected), fate, at: time)
        case _ where fate != .committed: answer = .failed
        case .compareHinted(let hints): answer = .news(try news(of: rules.held(olderThan: hints)))
        case .compare:
            if looks.isPresenceDue { store.notePresence(of: rules.connectedWithPassingFavorites, at: node, time) }
            answer = .news(try news(of: rules.held))
        case .read(let reading):
            answer = .joined(try store.join(reading.connections.map(\.joining), to: node, at: time))
        }
    }

    /// While a change is on its way, the database is asked about terminals of other users.
    /// - Parameter fate: what is not committed counts as not read.
    func answerOthers(_ fate: CommitFate, at time: MarketTime) throws {
        guard beside == nil, case .settle(let work, _)? = asked else { return }
        let reading = rules.takeReading(from: mailbox, besides: Set(work.map { $0.request.account }))
        if reading.isEmpty { return }
        let joinings = reading.connections.map(\.joining)
        let joined = try fate == .committed ? store.join(joinings, to: node, at: time) : nil
        beside = (question: .read(reading), answer: joined.map(Answer.joined) ?? .failed)
    }

    /// The process ends. The database may still do what it was asked for.
    func end(leaving isLeft: Bool, at time: MarketTime) {
        guard isLeft, isAsking, case .settle(let work, let connected)? = asked else { return }
        store.abandon(transaction(work, keeping: connected).0, at: time)
    }

    private var file: UserCache.File { UserCache.File(version: 0, identity: store.identity) }

    private func transaction(
        _ work: [Work],
        keeping connected: Set<ClientID>
    ) -> (SharedStore.Transaction, UserCache.Ticket) {
        let requests = work.map(\.request)
        let (users, ticket) = cache.take(requests.map(\.account), of: file)
        let transaction = SharedStore.Transaction(
            node: node,
            requests: requests,
            connected: connected,
            kept: users.mapValues(\.table)
        )
        return (transaction, ticket)
    }

    private func settle(
        _ transaction: (SharedStore.Transaction, UserCache.Ticket),
        _ fate: CommitFate,
        at time: MarketTime
    ) throws -> Answer {
        let (transaction, ticket) = transaction
        switch fate {
        case .committed:
            let (answers, tables) = try store.settle(transaction, at: time)
            cache.keep(tables.mapValues { UserCache.User(table: $0) }, since: ticket)
            return .settled(answers)
        case .refused: return .failed
        case .committedUnheard: _ = try store.settle(transaction, at: time)
        case .committedLater: store.abandon(transaction, at: time)
        case .lostUnheard: break
        }
        cache.drop()
        return .failed
    }

    private func news(of held: HeldState) throws -> StoreNews {
        let news = try store.news(of: held)
        cache.renew(news.tables.mapValues { UserCache.User(table: $0) }, of: file)
        return news
    }

    // MARK: Answers

    private func answered(_ question: Question, _ answer: Answer, at time: MarketTime) {
        switch (question, answer) {
        case (.read(let reading), .joined(let joined)): rules.answer(reading, joined)
        case (.read(let reading), .failed):
            for terminal in reading.connections { terminal.deliver(.close(.unavailable)) }
        case (.settle(let work, _), .settled(let answers)):
            rules.publish(answers, to: work.map(\.event))
            if !answers.tables.isEmpty { reports.append(.changed(answers.tables.orderedHints)) }
        case (.settle(let work, _), _):
            for absence in work.compactMap({ rules.refuse($0.event, because: "The database does not answer.") }) {
                startGrace(absence, at: time)
            }
        case (_, .news(let news)):
            if case .compare = question { looks.ended(isAnswered: true) }
            if !news.tables.isEmpty { reports.append(.found(news.tables.orderedHints)) }
            if let store = news.store { rules.show(news.tables, in: store) }
        case (.compare, _), (.compareHinted, _): looks.ended(isAnswered: false)
        default: break
        }
    }
}

extension [AccountID: UserTable] {
    /// Sorted, so that a seed always gives the same history.
    fileprivate var orderedHints: [UserHint] { hints.sorted { $0.user < $1.user } }
}
