import Shared

@testable import PushServer

/// What the database has confirmed, checked against a model that does each change once, in the order of the commits.
struct Ledger {
    private struct Key: Hashable {
        let client: ClientID
        let number: UInt64
    }

    private struct Record {
        var outcomes: [Key: MutationResult.Outcome] = [:]
        var states: [AccountID: UserState] = [:]
    }

    private var record = Record()
    private var backup = Record()
    /// What each number was used for, whatever became of it since.
    private var meanings: [Key: Result<Mutation, MutationRefusal>] = [:]
    private let favoritesMax: Int
    private(set) var settledCount = 0

    init(limits: SessionLimits) { favoritesMax = limits.favorites }

    func state(of account: AccountID) -> UserState { record.states[account] ?? UserState() }
    /// Coins whose addition was applied or refused.
    private var decided: Set<CoinID> = []

    func isDecided(_ coin: CoinID) -> Bool { decided.contains(coin) }

    mutating func backedUp() { backup = record }
    mutating func restored() { record = backup }

    mutating func committed(_ requests: [UserRequest], _ answers: [UserAnswer]) throws {
        for (request, answer) in zip(requests, answers) {
            switch (request, answer) {
            case (.mutate(let account, let client, let mutation), .settled(let result, let state)):
                try settled(mutation, result, Key(client: client, number: mutation.number), account)
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
        _ key: Key,
        _ account: AccountID
    ) throws {
        if case .outOfOrder = result.outcome { return }
        if let meaning = meanings[key], meaning != mutation.mutation {
            throw Violation("number \(key.number) of \(key.client) meant \(meaning), and now \(mutation.mutation)")
        }
        meanings[key] = mutation.mutation
        if let known = record.outcomes[key] {
            // A refusal that the client has confirmed is forgotten, and asked again it counts as done.
            guard known == result.outcome || result.outcome == .applied else {
                throw Violation("number \(key.number) of \(key.client) was \(known), and now is \(result.outcome)")
            }
            return
        }
        record.outcomes[key] = result.outcome
        settledCount += 1
        if case .success(.addFavorite(let coin)) = mutation.mutation { decided.insert(coin) }
        guard result.outcome == .applied, case .success(let change) = mutation.mutation else { return }
        var model = state(of: account)
        if try model.apply(change, favoritesMax: favoritesMax) { model.version += 1 }
        record.states[account] = model
    }

    func compare(_ state: UserState, _ account: AccountID) throws {
        let model = self.state(of: account)
        if model != state { throw Violation("the database has \(state), each change done once gives \(model)") }
    }
}
