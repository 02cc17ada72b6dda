import Shared

@testable import PushServer

/// Checks the database's answers against a model that makes each change once, in the order of the commits.
struct Ledger {
    private struct Record {
        var outcomes: [ChangeNumber: MutationResult.Outcome] = [:]
        var tables: [AccountID: UserTable] = [:]
        var histories: [ClientID: MutationHistory] = [:]
        /// The number of each client up to which the server may have forgotten outcomes. It keeps as many newer ones as
        /// a client can ask for.
        var forgotten: [ClientID: UInt64] = [:]
        /// Who changed each record last; nil: the server.
        var writers: [AccountID: [RecordKey: ClientID]] = [:]
        /// The highest settled number of each client.
        var last: [ClientID: UInt64] = [:]
        var posts = ExpectedPosts()
    }

    private var record = Record()
    private var backup = Record()
    /// The mutation of each number.
    private var meanings: [ChangeNumber: Mutation] = [:]
    /// The outcomes of each number: more than one only if a backup made the server forget.
    private var decisions: [ChangeNumber: Set<MutationResult.Outcome>] = [:]
    /// The limits of the running server.
    var limits: SessionLimits
    private(set) var settledCount = 0
    private(set) var firingCount = 0

    init(limits: SessionLimits) { self.limits = limits }

    func table(of account: AccountID) -> UserTable { record.tables[account] ?? UserTable() }

    /// Whether a change was applied or refused, even if a backup has undone it since.
    func isDecided(_ number: ChangeNumber) -> Bool { decisions[number] != nil }

    /// A terminal that waits for a change gets its outcome, and nothing else.
    func check(_ answer: SimulatedTerminal.Answer) throws {
        guard answer.outcome.isFinal, decisions[answer.number]?.contains(answer.outcome) != true else { return }
        let decided = decisions[answer.number].map { "\($0)" } ?? "not decided"
        throw Violation("\(answer.number) is \(decided), and its terminal was told \(answer.outcome)")
    }

    mutating func backedUp() { backup = record }
    mutating func restored() { record = backup }

    /// Firings that must arrive at another host.
    var owed: Set<ExpectedPosts.Message> { record.posts.owed }

    mutating func claimed(_ post: OutgoingPost, at time: MarketTime) throws {
        try record.posts.claimed(post, by: table(of: post.account), at: time)
    }

    mutating func dropped(allPostsBeside waiting: Set<Int64>) throws {
        let tables = record.tables
        try record.posts.dropped(allBeside: waiting) { tables[$0] ?? UserTable() }
    }

    mutating func committed(_ requests: [UserRequest], _ answers: UserAnswers, at time: MarketTime) throws {
        for (request, answer) in zip(requests, answers.answers) {
            switch (request, answer) {
            case (.mutate(_, _, let store, _), .otherStore), (.forget(_, let store), .otherStore),
                (.alerts(_, let store, _, _), .otherStore), (.posted(_, let store, _), .otherStore):
                if store == answers.store { throw Violation("\(request) was meant for this store, and not done") }
            case (.mutate(let account, let client, let store, let mutation), .settled(let result)):
                if store != answers.store { throw Violation("\(request) was meant for another store, and done") }
                try settled(mutation, result, ChangeNumber(client: client, number: mutation.number), account)
            case (.forget(let account, let store), .forgotten(let isChanged)):
                if store != answers.store { throw Violation("\(request) was meant for another store, and done") }
                if !isChanged { continue }
                var model = table(of: account)
                let effect = try model.apply(.removeAll(of: model), within: limits.records, by: .server)
                record.tables[account] = model
                wrote(effect, nil, account)
            case (.alerts(let account, let store, let changes, _), .alerts(let taken)):
                if store != answers.store { throw Violation("\(request) was meant for another store, and done") }
                try noted(changes, taken, account)
            // The fleet's store checks that the lease was not that of this term.
            case (.alerts(_, _, _, .some), .notLeading): continue
            case (.posted(let account, let store, let outcome), .posted):
                if store != answers.store { throw Violation("\(request) was meant for another store, and done") }
                try settled(outcome, account, at: time)
            default: throw Violation("\(request) was answered by \(answer)")
            }
        }
        for (account, table) in answers.tables { try compare(table, account) }
    }

    /// A note is accepted if the alert is unchanged, and an armed alert fires once.
    private mutating func noted(_ changes: [AlertChange], _ taken: [Bool], _ account: AccountID) throws {
        var model = table(of: account)
        for (change, isTaken) in zip(changes, taken) {
            let (state, events) = (model.alert(change.alert).flatMap { model.state(of: $0) }, model.alertEvents.count)
            let mutation = Mutation(noting: change, in: model)
            if isTaken != (mutation != nil) { throw Violation("\(change) was \(isTaken ? "" : "not ")taken") }
            guard let mutation else { continue }
            wrote(try model.apply(mutation, within: limits.records, by: .server), nil, account)
            guard case .fired = change.step else { continue }
            let isOnce = state?.isArmed == true && model.alertEvents.count == events + 1
            guard isOnce, let event = model.alertEvents.first else {
                throw Violation("\(change) fired though it was \(state as Any)")
            }
            firingCount += 1
            record.posts.fired(event, by: model, of: account)
        }
        record.tables[account] = model
    }

    /// The server notes what became of a post at the way by which it went, if the way is still there.
    private mutating func settled(_ outcome: PostOutcome, _ account: AccountID, at time: MarketTime) throws {
        var model = table(of: account)
        let state = record.posts.settled(outcome, model.state(of: outcome.delivery), at: time)
        guard let state, model.delivery(outcome.delivery) != nil else { return }
        wrote(try model.apply(Mutation([state.update]), within: limits.records, by: .server), nil, account)
        record.tables[account] = model
    }

    private mutating func settled(
        _ mutation: NumberedMutation,
        _ result: MutationResult,
        _ key: ChangeNumber,
        _ account: AccountID
    ) throws {
        if case .outOfOrder = result.outcome { return }
        if let meaning = meanings[key], meaning != mutation.mutation {
            throw Violation("\(key) meant \(meaning), and now \(mutation.mutation)")
        }
        meanings[key] = mutation.mutation
        if let known = record.outcomes[key] { return try askedAgain(key, known, result.outcome) }
        let last = record.last[key.client] ?? 0
        if key.number > last + 1 { throw Violation("\(key) was settled right after number \(last)") }
        record.last[key.client] = key.number
        record.outcomes[key] = result.outcome
        decisions[key, default: []].insert(result.outcome)
        settledCount += 1
        forget(mutation, of: key.client)
        try apply(mutation.mutation, result.outcome, key, account)
    }

    /// When a result is requested again, one that the server may forget counts as done. Any other stays the same.
    private func askedAgain(
        _ key: ChangeNumber,
        _ known: MutationResult.Outcome,
        _ outcome: MutationResult.Outcome
    ) throws {
        if known == outcome { return }
        if outcome == .applied, key.number <= record.forgotten[key.client] ?? 0 { return }
        throw Violation("\(key) was \(known), and now is \(outcome)")
    }

    private mutating func forget(_ mutation: NumberedMutation, of client: ClientID) {
        let window = UInt64(max(limits.mutationsInFlight, MutationHistory.depth))
        let tooOld = mutation.number > window ? mutation.number - window : 0
        record.forgotten[client] = max(record.forgotten[client] ?? 0, tooOld)
    }

    /// A mutation is either made, or refused because the rules refuse it.
    private mutating func apply(
        _ mutation: Mutation,
        _ outcome: MutationResult.Outcome,
        _ key: ChangeNumber,
        _ account: AccountID
    ) throws {
        var model = table(of: account)
        let history = record.histories[key.client] ?? MutationHistory()
        let effect: MutationEffect
        do throws(MutationRefusal) {
            effect = try model.apply(mutation, within: limits.records, after: history)
        } catch {
            if outcome != .refused(reason: error.description) { throw Violation("\(mutation) was \(outcome)") }
            return
        }
        if outcome != .applied { throw Violation("\(mutation) was \(outcome), though nothing speaks against it") }
        record.histories[key.client, default: MutationHistory()].append(effect, of: key.number)
        record.posts.changed(effect, in: model, of: account)
        if mutation.undoes > 0 { try checkUndo(effect, of: key, account) }
        wrote(effect, key.client, account)
        record.tables[account] = model
    }

    /// An undo moves only what its own client has changed last. What the server has noted about an owner is removed with it.
    private func checkUndo(_ effect: MutationEffect, of key: ChangeNumber, _ account: AccountID) throws {
        let others = effect.touched.filter { moved, touch in
            let followsOwner = touch.isOwned && limits.records.isServers(moved.kind)
            return !followsOwner && record.writers[account]?[moved] != key.client
        }
        if let moved = others.keys.min() {
            throw Violation("\(key) took back \(moved), which another has changed since")
        }
    }

    private mutating func wrote(_ effect: MutationEffect, _ client: ClientID?, _ account: AccountID) {
        for key in effect.touched.keys { record.writers[account, default: [:]][key] = client }
    }

    func compare(_ table: UserTable, _ account: AccountID) throws {
        let model = self.table(of: account)
        if model != table {
            throw Violation("the database has \(table.words), each change done once gives \(model.words)")
        }
        if model.removed != table.removed || model.floor != table.floor {
            throw Violation("the database remembers other removals than \(model.removed)")
        }
    }
}

/// A change as both ends know it.
struct ChangeNumber: Hashable, CustomStringConvertible {
    let client: ClientID
    let number: UInt64

    var description: String { "number \(number) of \(client)" }
}

extension MutationResult.Outcome {
    fileprivate var isFinal: Bool {
        switch self {
        case .applied, .refused: true
        case .outOfOrder, .retryLater: false
        }
    }
}
