internal import NIOCore
internal import Shared

/// A client that asks for any changes of its user's table: both ends come to the same table, and a refusal changes nothing.
enum RecordFuzz {
    /// - Parameter bytes: client frames. Their mutations are done in this order, whatever their numbers are.
    static func change(_ bytes: [UInt8]) {
        let rules = RecordRules()
        var (table, history, number) = (UserTable(), MutationHistory(), UInt64(0))
        FrameFuzz.read(bytes, limit: SessionLimits().clientFrameBytes) { body in
            guard case .mutation(let numbered)? = try? ClientFrame(frameBody: body) else { return }
            let before = table
            number += 1
            do throws(MutationRefusal) {
                let effect = try table.apply(numbered.mutation, within: rules, after: history)
                history.append(effect, of: number)
                let steps: UInt64 = effect.touched.isEmpty ? 0 : 1
                precondition(table.version == before.version + steps, "one change is one version")
            } catch {
                precondition(!error.description.isEmpty, "a change is refused without a reason")
                precondition(
                    table == before && table.removed == before.removed,
                    "a refused change has changed something"
                )
            }
            follow(from: before, to: table)
        }
        let read = UserTable(
            version: table.version,
            floor: table.floor,
            records: table.records,
            removed: table.removed
        )
        precondition(read == table && read.removed == table.removed, "what is stored is not what is read")
    }

    /// Unless removals were forgotten, a diff makes of the table before what it became.
    private static func follow(from before: UserTable, to table: UserTable) {
        guard let diff = table.diff(since: before.version) else { return }
        var replica = before
        do throws(UserTableError) {
            try replica.apply(diff)
        } catch {
            preconditionFailure("a diff does not fit: \(error)")
        }
        precondition(replica == table, "a diff leads elsewhere")
    }
}
