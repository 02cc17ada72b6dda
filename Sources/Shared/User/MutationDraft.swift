/// A mutation in progress.
struct MutationDraft {
    private struct Former {
        let cell: UserTable.Cell?
        let removal: UInt64?
    }

    private(set) var table: UserTable
    private let rules: RecordRules
    private let history: MutationHistory
    private let writer: RecordKind.Writer
    private let usage: [UInt32: UserTable.Usage]
    /// The version for everything that the mutation changes.
    private let newVersion: UInt64
    /// The former values of the changed keys.
    private var former: [RecordKey: Former] = [:]
    private var restored: [RecordKey: UInt64] = [:]
    /// The keys that were removed with their owners.
    private var owned: Set<RecordKey> = []

    init(table: UserTable, rules: RecordRules, history: MutationHistory, writer: RecordKind.Writer) {
        (self.table, self.rules, self.history, self.writer) = (table, rules, history, writer)
        (usage, newVersion) = (table.usage, table.version &+ 1)
    }

    mutating func perform(_ mutation: Mutation) throws(MutationRefusal) -> MutationEffect {
        if writer == .user, mutation.size > rules.mutationBytes, !mutation.isRemoval {
            throw .mutationTooLarge(bytes: mutation.size, limit: rules.mutationBytes)
        }
        var restorations: [(RecordKey, Change.HeldValue)] = []
        for change in mutation.changes {
            switch change.action {
            case .put(let value): try put(value, at: change.key)
            case .update(let value, let fields, let creates):
                try update(value, fields: fields, creates: creates, at: change.key)
            case .remove: remove(change.key)
            case .restore(let held): restorations.append((change.key, held))
            case .unknown: throw .unknownChange
            }
        }
        if let undone = history[mutation.undoes] { restore(restorations, replacedBy: undone) }
        try checkOwners()
        tellApart()
        for (key, old) in former where old.cell?.value == table.cells[key]?.value {
            putBack(key)
            former[key] = nil
        }
        try checkLimits()
        return finish()
    }

    mutating func rollBack() { for key in former.keys { putBack(key) } }

    // MARK: Changes

    /// - Parameter isBack: whether an undo restores the value. Then it does not matter who writes it.
    private mutating func put(
        _ value: [UInt8],
        at key: RecordKey,
        isBack: Bool = false
    ) throws(MutationRefusal) {
        guard let limits = rules.limits(of: key.kind), let kind = rules.kind(key.kind) else {
            throw .unknownKind(key.kind)
        }
        if limits.writer == .server, writer == .user, !isBack { throw .notWritten(kind.name) }
        let held = table.cells[key]?.value
        if held == value { return }
        let bytes = key.bytes.count + value.count
        if key.bytes.count > RecordKind.keyBytesMax {
            throw .tooLarge("\(kind.name)'s key", bytes: key.bytes.count, limit: RecordKind.keyBytesMax)
        }
        if bytes > limits.bytes, value.count > held?.count ?? -1 {
            throw .tooLarge(kind.name, bytes: bytes, limit: limits.bytes)
        }
        if let problem = kind.problem(key.bytes, value) { throw .malformed(kind.name, problem: problem) }
        if let text = kind.text, let max = limits.characters, case let count = text.count(value), count > max,
            count > held.map(text.count) ?? -1
        {
            throw .malformed(kind.name, problem: "a \(text.noun) of \(count) characters, of \(max) at most")
        }
        if writer == .user, !isBack,
            let conflict = kind.conflict?(Record(key: key, value: value, version: newVersion), table)
        {
            throw conflict
        }
        if let refusal = kind.refusal?(value, rules) { throw refusal }
        set(value, at: key)
    }

    private mutating func update(
        _ value: [UInt8],
        fields: [UInt32],
        creates: Bool,
        at key: RecordKey
    ) throws(MutationRefusal) {
        guard let stored = table.cells[key]?.value else {
            if creates { try put(value, at: key) }
            return
        }
        guard let merged = MessageFields.merging(value, into: stored, fields: fields) else {
            throw .malformed(rules.kind(key.kind)?.name ?? "record", problem: "a value that cannot be read")
        }
        try put(merged, at: key)
    }

    private mutating func remove(_ key: RecordKey) {
        if table.cells[key] == nil { return }
        set(nil, at: key)
        for key in owned(by: key) {
            owned.insert(key)
            remove(key)
        }
    }

    private func isOwned(_ key: RecordKey) -> Bool {
        guard owned.contains(key), let owner = rules.kind(key.kind)?.owner(key.bytes) else { return false }
        return table.cells[owner] == nil
    }

    private func owned(by owner: RecordKey) -> [RecordKey] {
        rules.kinds(ownedBy: owner.kind).flatMap { kind in
            table.cells.keys.filter { $0.kind == kind.number && kind.owner($0.bytes) == owner }
        }
    }

    // MARK: Undo

    /// Restores what each key had before, each key separately.
    private mutating func restore(_ wanted: [(RecordKey, Change.HeldValue)], replacedBy undone: MutationEffect) {
        var leaving: [(key: RecordKey, replaced: UInt64)] = []
        for (key, held) in wanted {
            guard let touch = undone.touched[key], isUnchanged(key, since: undone) else { continue }
            // A removed record comes back as it was, even if others had changed it just before.
            let isGone = table.cells[key] == nil && !touch.wasAbsent
            if !isGone, !history.isHeld(held, by: touch, at: key) { continue }
            if touch.wasAbsent { leaving.append((key, touch.replaced)) } else { bringBack(touch, at: key) }
        }
        bringBackOwned(by: undone)
        // Owners are removed last. An owner stays if somebody has put something into it since. What the server has noted
        // about it goes with it.
        var count: Int
        repeat {
            count = leaving.count
            for (key, replaced) in leaving where owned(by: key).allSatisfy({ rules.isServers($0.kind) }) {
                remove(key)
                restored[key] = replaced
            }
            leaving.removeAll { restored[$0.key] != nil }
        } while leaving.count < count
    }

    /// An owner comes back with everything that was removed with it, whether or not the client knew about it.
    private mutating func bringBackOwned(by undone: MutationEffect) {
        var waiting = undone.touched.filter(\.value.isOwned).sorted { $0.key < $1.key }
        var count: Int
        repeat {
            count = waiting.count
            for (key, touch) in waiting {
                guard let owner = rules.kind(key.kind)?.owner(key.bytes), restored[owner] != nil else { continue }
                if isUnchanged(key, since: undone) { bringBack(touch, at: key) }
            }
            waiting.removeAll { restored[$0.key] != nil }
        } while waiting.count < count
    }

    /// Restores one key. A value that the rules no longer allow is left out. It does not prevent others from coming
    /// back.
    private mutating func bringBack(_ touch: MutationEffect.Touch, at key: RecordKey) {
        guard let former = touch.former else { return }
        do throws(MutationRefusal) { try put(former, at: key, isBack: true) } catch { return }
        restored[key] = touch.replaced
    }

    private func isUnchanged(_ key: RecordKey, since effect: MutationEffect) -> Bool {
        if former[key] != nil { return false }
        var last = table.lastChange(of: key)
        // A removal that is no longer remembered was at the floor or below.
        if last == 0, effect.version >= table.floor { last = effect.version }
        return history.leads(from: last, to: effect.version, at: key)
    }

    // MARK: Cells

    private mutating func set(_ value: [UInt8]?, at key: RecordKey) {
        if former[key] == nil { former[key] = Former(cell: table.cells[key], removal: table.removals[key]) }
        table.set(value.map { UserTable.Cell(value: $0, version: newVersion) }, at: key)
        if value == nil { table.setRemoval(newVersion, of: key) }
    }

    private mutating func putBack(_ key: RecordKey) {
        guard let old = former[key] else { return }
        table.set(old.cell, at: key)
        table.setRemoval(old.removal, of: key)
    }

    // MARK: Checks

    /// Leaves out restored records without an owner, and refuses new ones.
    private mutating func checkOwners() throws(MutationRefusal) {
        var orphans: [RecordKey]
        repeat {
            orphans = former.keys.filter { key in
                guard table.cells[key] != nil, let owner = rules.kind(key.kind)?.owner(key.bytes) else { return false }
                return table.cells[owner] == nil
            }
            for orphan in orphans.sorted() {
                if restored[orphan] == nil { throw noOwner(orphan) }
                putBack(orphan)
            }
        } while !orphans.isEmpty
    }

    private func noOwner(_ orphan: RecordKey) -> MutationRefusal {
        let kind = rules.kind(orphan.kind)
        let owner = kind?.ownerKind.flatMap { rules.kind($0) }
        return .noOwner(kind?.name ?? "record", owner: owner?.name ?? "record")
    }

    /// If records of a kind must differ, changes the new record and not the existing ones.
    private mutating func tellApart() {
        for number in Set(former.keys.map(\.kind)) {
            guard let distinct = rules.kind(number)?.distinct, let limits = rules.limits(of: number) else { continue }
            let keys = former.keys.filter { $0.kind == number }
            var values = table.cells.filter { $0.key.kind == number }.mapValues(\.value)
            for key in keys.sorted() {
                guard let value = values.removeValue(forKey: key) else { continue }
                let told = value == former[key]?.cell?.value ? value : distinct(value, Array(values.values), limits)
                if told != value { set(told, at: key) }
                values[key] = told
            }
        }
    }

    /// Refuses only growth. A user over a limit that was lowered may change and remove records.
    private func checkLimits() throws(MutationRefusal) {
        let touched = Set(former.keys.map(\.kind))
        for limits in rules.offered where touched.contains(limits.kind) {
            guard let kind = rules.kind(limits.kind), let records = table.usage[limits.kind]?.records else { continue }
            try checkOwnersLimit(limits, of: kind)
            if records > limits.records, records > usage[limits.kind]?.records ?? 0 {
                throw .tooMany(kind.plural, limit: limits.records)
            }
        }
        let (before, after) = (total(usage), total(table.usage))
        if after.records > before.records, after.records > rules.usersRecords {
            throw .tableFull(limit: rules.usersRecords, unit: "records")
        }
        if after.bytes > before.bytes, after.bytes > rules.usersBytes {
            throw .tableFull(limit: rules.usersBytes, unit: "bytes")
        }
    }

    /// Counts the records of each owner, but only if all of them together are more than one owner may have.
    private func checkOwnersLimit(_ limits: RecordRules.Limits, of kind: RecordKind) throws(MutationRefusal) {
        guard let limit = limits.recordsPerOwner, table.usage[kind.number]?.records ?? 0 > limit else { return }
        var growth: [RecordKey?: Int] = [:]
        for (key, old) in former where key.kind == kind.number {
            let step = (table.cells[key] == nil ? 0 : 1) - (old.cell == nil ? 0 : 1)
            growth[kind.owner(key.bytes), default: 0] += step
        }
        growth = growth.filter { $0.value > 0 }
        if growth.isEmpty { return }
        var counts: [RecordKey?: Int] = [:]
        for key in table.cells.keys where key.kind == kind.number {
            let owner = kind.owner(key.bytes)
            if growth[owner] != nil { counts[owner, default: 0] += 1 }
        }
        let full = counts.filter { $0.value > limit }.keys
        if full.contains(nil) { throw .tooMany(kind.plural, limit: limit) }
        if !full.isEmpty { throw .tooMany(kind.pluralOfOneOwner, limit: limit) }
    }

    /// The sum over the kinds that the user writes.
    private func total(_ usage: [UInt32: UserTable.Usage]) -> UserTable.Usage {
        usage.reduce(into: UserTable.Usage()) { total, part in
            if rules.isServers(part.key) { return }
            total.add(part.value.bytes, records: part.value.records)
        }
    }

    // MARK: The effect

    private mutating func finish() -> MutationEffect {
        if former.isEmpty { return MutationEffect(version: table.version) }
        table.version = newVersion
        var effect = MutationEffect(version: table.version)
        for (key, old) in former {
            effect.touched[key] = MutationEffect.Touch(
                replaced: old.cell?.version ?? old.removal ?? 0,
                former: old.cell?.value,
                isOwned: isOwned(key),
                restored: restored[key] ?? 0
            )
        }
        effect.forgotten = table.forgetOldRemovals(keeping: rules.removedMax)
        table.noteChanges(of: former.keys)
        return effect
    }
}
