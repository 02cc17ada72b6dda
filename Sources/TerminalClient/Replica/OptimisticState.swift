package import Shared

/// The user's state as the server has it, the changes that it has not confirmed, and what the user is to see of both.
///
/// A refused change vanishes by itself, because what is seen is always the server's state with the pending changes replayed.
package struct OptimisticState: Equatable, Sendable {
    /// What a result asks for.
    package enum Consequence: Equatable, Sendable {
        case nothing
        /// To be told to the user.
        case refused(reason: String)
        /// Send again what is pending, after a while.
        case resendLater(reason: String)
        /// The server does not know what it confirmed before: it has an older database. Number anew under a new client id.
        case renumber
    }

    package private(set) var confirmed = UserState()
    package private(set) var pending: [NumberedMutation] = []
    package private(set) var visible = UserState()
    package var favoritesMax = SessionLimits().favorites
    private var lastNumber: UInt64 = 0
    private var settled: UInt64 = 0

    package init() {}

    /// With changes that an earlier process could not deliver.
    /// - Parameter pending: numbered one after the other.
    package init(pending: [NumberedMutation]) {
        self.pending = pending
        lastNumber = pending.last?.number ?? 0
        settled = pending.first.map { $0.number - 1 } ?? 0
        replay()
    }

    package mutating func enqueue(_ mutation: Mutation) -> NumberedMutation {
        lastNumber += 1
        let numbered = NumberedMutation(number: lastNumber, settled: settled, mutation: mutation)
        pending.append(numbered)
        replay()
        return numbered
    }

    package mutating func received(_ state: UserState) {
        confirmed = state
        replay()
    }

    package mutating func received(_ result: MutationResult) -> Consequence {
        switch result.outcome {
        case .applied: settle(result.number)
        case .refused(let reason):
            settle(result.number)
            return .refused(reason: reason)
        case .retryLater(let reason): return .resendLater(reason: reason)
        case .outOfOrder: return welcomed(lastMutation: result.lastNumber)
        }
        return .nothing
    }

    /// - Parameter lastMutation: the highest number that the server has settled for this client.
    package func welcomed(lastMutation: UInt64) -> Consequence {
        lastMutation < settled ? .renumber : .nothing
    }

    /// Counts the pending changes from 1, for a new client id.
    package mutating func renumber() {
        pending = pending.enumerated().map { index, numbered in
            NumberedMutation(number: UInt64(index) + 1, settled: 0, mutation: numbered.mutation)
        }
        (settled, lastNumber) = (0, UInt64(pending.count))
    }

    private mutating func settle(_ number: UInt64) {
        pending.removeAll { $0.number <= number }
        settled = max(settled, number)
        replay()
    }

    private mutating func replay() {
        var state = confirmed
        for case let mutation? in pending.map(\.mutation) {
            // A change that the server will refuse shows nothing here either.
            _ = try? state.apply(mutation, favoritesMax: favoritesMax)
        }
        visible = state
    }
}
