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
        let merge = TableMerge(of: table, into: client.link.user.table, within: client.link.user.rules)
        for refusal in merge.refusals { StandardError.print("tickwire: left out: \(refusal)") }
        guard !merge.isEmpty else {
            return print("\(server) has \(merge.refusals.isEmpty ? "all of it" : "all the rest") already".escaped)
        }
        for count in merge.counts { print("\(count.plural): \(count.new) new, \(count.known) there already") }
        let parts = try merge.mutations(for: client.link.user.table, within: client.link.user.rules)
        guard try !asks || agrees() else {
            StandardError.print("tickwire: nothing was changed")
            throw ExitCode.failure
        }
        for part in parts { try await client.apply { _ in part } }
        print("added to \(server)".escaped)
        if !asks { return }
        guard Prompt.undoMerge.line() == "undo" else { return }
        for _ in parts { client.link.user.undo(at: .now) }
        do throws(ConnectionError) {
            try await client.untilDelivered()
        } catch .unanswered {
            StandardError.print("tickwire: the undo was sent, but \(server) has not confirmed it yet")
            throw ExitCode.failure
        }
        StandardError.print("tickwire: \(outcome(ofUndoing: parts))")
        throw ExitCode.failure
    }

    /// An undo leaves what others have changed since.
    private func outcome(ofUndoing parts: [Mutation]) -> String {
        let left = Set(parts.flatMap(\.changes).map(\.key)).filter { client.link.user.table[$0] != nil }.count
        if left == 0 { return "taken back; \(server) is as it was" }
        let kept = left == 1 ? "1 record, which has" : "\(left) records, which have"
        return "taken back, except \(kept) been changed since on another device"
    }

    private func agrees() throws -> Bool {
        guard Descriptor.standardInput.isTerminal else {
            throw ValidationError("there is no terminal to ask whether to merge; give --yes")
        }
        return Prompt.merge(user: client.link.userName ?? "", server: server.description).isAnsweredWithYes()
    }
}
