extension UserTable {
    /// Does a mutation, by the rules that both ends share: where this refuses, the server would refuse in the same words.
    ///
    /// - Parameters:
    ///   - history: of the client that asks. Only an undo needs it.
    ///   - writer: who asks.
    /// - Returns: what changed. If nothing did, the version stays.
    /// - Throws: nothing was changed then.
    @discardableResult
    public mutating func apply(
        _ mutation: Mutation,
        within rules: RecordRules,
        after history: MutationHistory = MutationHistory(),
        by writer: RecordKind.Writer = .user
    ) throws(MutationRefusal) -> MutationEffect {
        // The table moves into the draft and back, so that it is not copied.
        var draft = Draft(table: self, rules: rules, history: history, writer: writer)
        self = UserTable()
        defer { self = draft.table }
        do throws(MutationRefusal) {
            return try draft.perform(mutation)
        } catch {
            draft.rollBack()
            throw error
        }
    }
}

/// A mutation under way.
private struct Draft {
    private struct Former {
        let cell: UserTable.Cell?
        let removal: UInt64?
    }

    private(set) var table: UserTable
    private let rules: RecordRules
    private let history: MutationHistory
    private let writer: RecordKind.Writer
    private let usage: [UInt32: UserTable.Usage]
    /// What the keys had that the mutation has touched.
    private var former: [RecordKey: Former] = [:]
    private var restored: [RecordKey: UInt64] = [:]

    init(table: UserTable, rules: RecordRules, history: MutationHistory, writer: RecordKind.Writer) {
        (self.table, self.rules, self.history, self.writer) = (table, rules, history, writer)
        usage = table.usage
    }

    mutating func perform(_ mutation: Mutation) throws(MutationRefusal) -> MutationEffect {
        if writer == .user, mutation.size > rules.mutationBytes {
            throw .mutationTooLarge(bytes: mutation.size, limit: rules.mutationBytes)
        }
        for change in mutation.changes {
            switch change.action {
            case .put(let value): try put(value, at: change.key)
            case .putExisting(let value): if table.cells[change.key] != nil { try put(value, at: change.key) }
            case .remove: remove(change.key)
            case .restore(let value, let held): restore(value, held, at: change.key, undoing: mutation.undoes)
            case .unknown: throw .unknownChange
            }
        }
        try checkOwners()
        let changed = former.filter { $0.value.cell?.value != table.cells[$0.key]?.value }
        for key in former.keys where changed[key] == nil { putBack(key) }
        try checkLimits(growing: changed.keys)
        return stamp(changed)
    }

    mutating func rollBack() { for key in former.keys { putBack(key) } }

    // MARK: Changes

    private mutating func put(_ value: [UInt8], at key: RecordKey) throws(MutationRefusal) {
        guard let limits = rules.limits(of: key.kind), let kind = rules.kind(key.kind) else {
            throw .unknownKind(key.kind)
        }
        if limits.writer == .server, writer == .user { throw .notWritten(kind.name) }
        if table.cells[key]?.value == value { return }
        let bytes = key.bytes.count + value.count
        let held = table.cells[key].map { key.bytes.count + $0.value.count } ?? 0
        if key.bytes.count > RecordKind.keyBytesMax {
            throw .tooLarge("\(kind.name)'s key", bytes: key.bytes.count, limit: RecordKind.keyBytesMax)
        }
        if bytes > limits.bytes, bytes > held {
            throw .tooLarge(kind.name, bytes: bytes, limit: limits.bytes)
        }
        if let problem = kind.problem(key.bytes, value) { throw .malformed(kind.name, problem: problem) }
        set(value, at: key)
    }

    private mutating func remove(_ key: RecordKey) {
        if table.cells[key] == nil { return }
        set(nil, at: key)
        for owned in owned(by: key) { remove(owned) }
    }

    private func owned(by owner: RecordKey) -> [RecordKey] {
        rules.kinds(ownedBy: owner.kind).flatMap { kind in
            table.cells.keys.filter { $0.kind == kind.number && kind.owner($0.bytes) == owner }
        }
    }

    private mutating func restore(
        _ value: [UInt8]?,
        _ held: Change.Held,
        at key: RecordKey,
        undoing number: UInt64
    ) {
        guard let effect = history[number], let touch = effect.touched[key],
            history.leads(from: table.lastChange(of: key), to: effect.version, at: key),
            history.isHeld(held, by: touch, at: key)
        else { return }
        if let value {
            // What may not be put any more stays as it is; it keeps nothing else from coming back.
            do throws(MutationRefusal) { try put(value, at: key) } catch { return }
        } else {
            // What others have put into it since stays, and so does the owner.
            if !owned(by: key).allSatisfy({ effect.touched[$0] != nil }) { return }
            remove(key)
        }
        restored[key] = touch.replaced
    }

    private mutating func set(_ value: [UInt8]?, at key: RecordKey) {
        if former[key] == nil { former[key] = Former(cell: table.cells[key], removal: table.removals[key]) }
        table.set(value.map { UserTable.Cell(value: $0, version: 0) }, at: key)
    }

    private mutating func putBack(_ key: RecordKey) {
        guard let old = former[key] else { return }
        table.set(old.cell, at: key)
        table.setRemoval(old.removal, of: key)
    }

    // MARK: Checks

    /// What comes back without its owner stays away; what is put without one is refused.
    private mutating func checkOwners() throws(MutationRefusal) {
        var orphans: [RecordKey]
        repeat {
            orphans = former.keys.sorted().filter { key in
                guard table.cells[key] != nil, let owner = rules.kind(key.kind)?.owner(key.bytes) else { return false }
                return table.cells[owner] == nil
            }
            for orphan in orphans {
                if restored[orphan] == nil { throw .noOwner(rules.kind(orphan.kind)?.name ?? "record") }
                putBack(orphan)
            }
        } while !orphans.isEmpty
    }

    /// Only growth is refused: who has more than a limit that was lowered may change and remove things.
    private func checkLimits(growing keys: some Sequence<RecordKey>) throws(MutationRefusal) {
        for number in Set(keys.map(\.kind)).sorted() {
            guard let limits = rules.limits(of: number), let kind = rules.kind(number) else { continue }
            let records = table.usage[number]?.records ?? 0
            if records > limits.records, records > usage[number]?.records ?? 0 {
                throw .tooMany(kind.plural, limit: limits.records)
            }
        }
        let (before, after) = (total(usage), total(table.usage))
        if after.records > rules.usersRecords, after.records > before.records { throw .tableFull }
        if after.bytes > rules.usersBytes, after.bytes > before.bytes { throw .tableFull }
    }

    /// Of what the user writes.
    private func total(_ usage: [UInt32: UserTable.Usage]) -> UserTable.Usage {
        usage.reduce(into: UserTable.Usage()) { total, part in
            if rules.isServers(part.key) { return }
            total.records += part.value.records
            total.bytes += part.value.bytes
        }
    }

    // MARK: The effect

    private mutating func stamp(_ changed: [RecordKey: Former]) -> MutationEffect {
        if changed.isEmpty { return MutationEffect(version: table.version) }
        table.version += 1
        var effect = MutationEffect(version: table.version)
        for (key, old) in changed {
            effect.touched[key] = MutationEffect.Touch(
                replaced: old.cell?.version ?? old.removal ?? 0,
                wasAbsent: old.cell == nil,
                restored: restored[key] ?? 0
            )
            if var cell = table.cells[key] {
                cell.version = table.version
                table.set(cell, at: key)
            } else {
                table.setRemoval(table.version, of: key)
            }
        }
        effect.forgotten = table.forgetOldRemovals()
        return effect
    }
}
