import ArgumentParser
import Shared
import TerminalClient

/// Adds the records that an account lacks: shows them, asks, and takes them back if the user wants that.
@MainActor
struct Merging {
    let table: UserTable
    let client: HeadlessClient
    let server: ServerAddress
    let asks: Bool

    /// - Throws: `ExitCode.failure` if the user declines or takes the change back.
    func run() async throws {
        let parts = try await agreedParts()
        if parts.isEmpty { return }
        var added = AddedRecords()
        for part in parts {
            let former = client.link.user.table
            try await client.apply { _ in part }
            // A part may also move records that the account has already, to make room for new ones.
            let new = (client.link.user.undoing?.keys ?? []).filter { former[$0] == nil }
            added.note(new, in: client.link.user.table)
        }
        print(Outcome.added(server: server))
        if !asks { return }
        guard await Prompt.undoMerge.line() == "undo" else { return }
        do throws(ConnectionError) {
            try await takeBack(added, of: parts)
        } catch {
            guard case .unanswered = error else { throw error }
            StandardError.tell(Outcome.undoUnconfirmed(server: server))
            throw ExitCode.failure
        }
        StandardError.tell(Outcome.undone(server: server, kept: keptCount(ofUndoing: parts)))
        throw ExitCode.failure
    }

    /// Shows what would be added, and asks. Other devices may change the table meanwhile. If something else would be added
    /// then, this shows it and asks again, because what the account has stays as it is.
    /// - Returns: the parts of the change; empty if there is nothing to add.
    private func agreedParts() async throws -> [Mutation] {
        var agreed: TableMerge?
        while true {
            let user = client.link.user
            let merge = TableMerge(of: table, into: user.table, within: user.rules)
            if merge != agreed {
                if agreed != nil { StandardError.tell(Outcome.changedMeanwhile) }
                tell(merge)
            }
            if merge.isEmpty { return [] }
            let parts = try merge.mutations(for: user.table, within: user.rules)
            if !asks || merge == agreed { return parts }
            guard try await agrees() else {
                StandardError.tell(Outcome.nothingChanged)
                throw ExitCode.failure
            }
            agreed = merge
        }
    }

    private func tell(_ merge: TableMerge) {
        for refusal in merge.refusals { StandardError.tell(Outcome.leftOut(refusal)) }
        if merge.spentCount > 0 { StandardError.tell(Outcome.leftOutFired(alerts: merge.spentCount)) }
        guard !merge.isEmpty else {
            let isWhole = merge.refusals.isEmpty && merge.spentCount == 0
            return print(Outcome.nothingToAdd(server: server, isWhole: isWhole))
        }
        for count in merge.counts { print(Outcome.toAdd(records: count.plural, new: count.new, known: count.known)) }
    }

    /// The server decides what the undos take back. After their answers, this terminal knows what the server has forgotten.
    private func takeBack(_ added: AddedRecords, of parts: [Mutation]) async throws(ConnectionError) {
        for _ in parts { client.link.user.undo() }
        try await client.untilDelivered()
        client.link.user.mutate { added.removal(from: $0) }
        try await client.untilDelivered()
    }

    /// An undo leaves what others have changed since.
    private func keptCount(ofUndoing parts: [Mutation]) -> Int {
        Set(parts.flatMap(\.changes).map(\.key)).count { client.link.user.table[$0] != nil }
    }

    private func agrees() async throws -> Bool {
        guard Descriptor.standardInput.isTerminal else {
            throw ValidationError(.noTerminalForMerge)
        }
        return await Prompt.merge(user: client.link.userName ?? "", server: server.description).isAnsweredWithYes()
    }
}
