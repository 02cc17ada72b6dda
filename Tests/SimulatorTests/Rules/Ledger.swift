import Shared

@testable import PushServer

/// What the database has confirmed, checked against a model that does each change once, in the order of the commits.
struct Ledger {
    private struct Record {
        var outcomes: [ChangeNumber: MutationResult.Outcome] = [:]
        var states: [AccountID: UserState] = [:]
        /// Of each client, up to where the server may have forgotten results: what the client has seen, or cannot be waiting for.
        var forgotten: [ClientID: UInt64] = [:]
        /// The highest number of each client that is settled.
        var last: [ClientID: UInt64] = [:]
    }

    private var record = Record()
    private var backup = Record()
    /// What each number was used for, whatever became of it since.
    private var meanings: [ChangeNumber: Result<Mutation, MutationRefusal>] = [:]
    /// What each number was decided to be: more than once only where a backup made the server forget.
    private var decisions: [ChangeNumber: Set<MutationResult.Outcome>] = [:]
    private let limits: SessionLimits
    private(set) var settledCount = 0

    init(limits: SessionLimits) { self.limits = limits }

    func state(of account: AccountID) -> UserState { record.states[account] ?? UserState() }

    /// Whether a change has been applied or refused, whatever a backup has made of it since.
    func isDecided(_ number: ChangeNumber) -> Bool { decisions[number] != nil }

    /// A terminal that waits for a change is told what became of it, and nothing else.
    func check(_ answer: SimulatedTerminal.Answer) throws {
        guard answer.outcome.isFinal, decisions[answer.number]?.contains(answer.outcome) != true else { return }
        let decided = decisions[answer.number].map { "\($0)" } ?? "not decided"
        throw Violation("\(answer.number) is \(decided), and its terminal was told \(answer.outcome)")
    }

    mutating func backedUp() { backup = record }
    mutating func restored() { record = backup }

    mutating func committed(_ requests: [UserRequest], _ answers: [UserAnswer]) throws {
        for (request, answer) in zip(requests, answers) {
            switch (request, answer) {
            case (.mutate(let account, let client, let mutation), .settled(let result, let state)):
                try settled(mutation, result, ChangeNumber(client: client, number: mutation.number), account)
                try compare(state, account)
            case (.forget(let account), .forgotten(let state)):
                guard let state else { continue }
                var model = self.state(of: account)
                model = UserState(version: model.version + 1, settings: model.settings)
                record.states[account] = model
                try compare(state, account)
            default: throw Violation("\(request) was answered by \(answer)")
            }
        }
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
        try apply(mutation.mutation, result.outcome, account)
    }

    /// A result that the server may forget counts as done when it is asked for again; any other stays what it was.
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
        let window = UInt64(limits.mutationsInFlight)
        let tooOld = mutation.number > window ? mutation.number - window : 0
        record.forgotten[client] = max(record.forgotten[client] ?? 0, mutation.settled, tooOld)
    }

    /// What was wanted is either done, or refused because the rules refuse it.
    private mutating func apply(
        _ change: Result<Mutation, MutationRefusal>,
        _ outcome: MutationResult.Outcome,
        _ account: AccountID
    ) throws {
        var model = state(of: account)
        do throws(MutationRefusal) {
            if try model.apply(change.get(), favoritesMax: limits.favorites) { model.version += 1 }
        } catch {
            if outcome != .refused(reason: error.description) { throw Violation("\(change) was \(outcome)") }
            return
        }
        if outcome != .applied { throw Violation("\(change) was \(outcome), though nothing speaks against it") }
        record.states[account] = model
    }

    func compare(_ state: UserState, _ account: AccountID) throws {
        let model = self.state(of: account)
        if model != state { throw Violation("the database has \(state), each change done once gives \(model)") }
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
