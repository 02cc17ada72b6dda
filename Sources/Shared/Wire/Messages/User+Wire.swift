internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension Record {
    fileprivate init(wire: WireRecord) {
        self.init(
            key: RecordKey(kind: wire.kind, bytes: Array(wire.key)),
            value: Array(wire.value),
            version: wire.version
        )
    }

    fileprivate var wire: WireRecord {
        .with { wire in
            (wire.kind, wire.key) = (key.kind, .init(key.bytes))
            (wire.value, wire.version) = (.init(value), version)
        }
    }
}

extension RemovedRecord {
    fileprivate init(wire: WireRemovedRecord) {
        self.init(key: RecordKey(kind: wire.kind, bytes: Array(wire.key)), version: wire.version)
    }

    fileprivate var wire: WireRemovedRecord {
        .with { ($0.kind, $0.key, $0.version) = (key.kind, .init(key.bytes), version) }
    }
}

extension UserPosition {
    init(wire: WireUserPosition) { self.init(store: wire.store, version: wire.version) }

    var wire: WireUserPosition { .with { ($0.store, $0.version) = (store, version) } }
}

extension UserTable {
    /// - Throws: `.malformed`, also if the hash differs.
    init(wire: WireUserTable) throws(FrameError) {
        self.init(
            version: wire.version,
            floor: wire.floor,
            records: wire.records.map(Record.init(wire:)),
            removed: wire.removed.map(RemovedRecord.init(wire:))
        )
        if hash != wire.hash { throw .malformed("the user's table has the hash \(hash), and says \(wire.hash)") }
    }

    var wire: WireUserTable {
        .with { wire in
            (wire.version, wire.floor, wire.hash) = (version, floor, hash)
            wire.records = records.map(\.wire)
            wire.removed = removed.map(\.wire)
        }
    }
}

extension UserDiff {
    init(wire: WireUserDiff) {
        self.init(
            from: wire.from,
            to: wire.to,
            hash: wire.hash,
            records: wire.records.map(Record.init(wire:)),
            removed: wire.removed.map(RemovedRecord.init(wire:)),
            floor: wire.floor
        )
    }

    var wire: WireUserDiff {
        .with { wire in
            (wire.from, wire.to, wire.hash, wire.floor) = (from, to, hash, floor)
            wire.records = records.map(\.wire)
            wire.removed = removed.map(\.wire)
        }
    }
}

// MARK: - Mutations

extension NumberedMutation {
    init(wire: WireMutation) throws(FrameError) {
        if wire.number == 0 { throw .malformed("a mutation has the number 0; they count from 1") }
        self.init(
            number: wire.number,
            mutation: Mutation(wire.changes.map(Change.init(wire:)), undoes: wire.undoes)
        )
    }

    var wire: WireMutation {
        .with { wire in
            wire.number = number
            wire.changes = mutation.changes.map(\.wire)
            wire.undoes = mutation.undoes
        }
    }
}

extension Change {
    fileprivate init(wire: WireChange) {
        let action: Action =
            switch wire.change {
            case .put(let value)?: .put(Array(value))
            case .update(let update)?:
                .update(Array(update.value), fields: update.fields, creates: update.create)
            case .remove?: .remove
            case .restore(let restoration)?:
                // A later protocol's way to name a held value. So this program cannot know what the mutation takes
                // back.
                HeldValue(wire: restoration).map { .restore(held: $0) } ?? .unknown
            case nil: .unknown
            }
        self.init(RecordKey(kind: wire.kind, bytes: Array(wire.key)), action)
    }

    fileprivate var wire: WireChange {
        .with { wire in
            (wire.kind, wire.key) = (key.kind, .init(key.bytes))
            switch action {
            case .put(let value): wire.put = .init(value)
            case .update(let value, let fields, let creates):
                wire.update = .with { ($0.value, $0.fields, $0.create) = (.init(value), fields, creates) }
            case .remove: wire.remove = WireRemoval()
            case .restore(let held): wire.restore = held.wire
            case .unknown: break
            }
        }
    }
}

extension Change.HeldValue {
    fileprivate init?(wire: WireRestoration) {
        switch wire.held {
        case .version(0)?: self = .nothing
        case .version(let version)?: self = .version(version, hash: wire.hash)
        case .mutation(let number)?: self = .mutation(number)
        case nil: return nil
        }
    }

    fileprivate var wire: WireRestoration {
        .with { wire in
            switch self {
            case .nothing: wire.version = 0
            case .version(let version, let hash): (wire.version, wire.hash) = (version, hash)
            case .mutation(let number): wire.mutation = number
            }
        }
    }
}

extension MutationResult {
    init(wire: WireMutationResult) {
        let outcome: Outcome =
            switch wire.outcome {
            case .applied: .applied
            case .refused: .refused(reason: wire.reason.visible)
            case .outOfOrder: .outOfOrder
            case .retryLater, .unspecified, .UNRECOGNIZED: .retryLater(reason: wire.reason.visible)
            }
        self.init(
            number: wire.number,
            outcome: outcome,
            version: wire.version,
            lastNumber: wire.lastNumber,
            isChange: wire.changed
        )
    }

    var wire: WireMutationResult {
        .with { wire in
            wire.number = number
            wire.version = version
            wire.lastNumber = lastNumber
            wire.changed = isChange
            switch outcome {
            case .applied: wire.outcome = .applied
            case .outOfOrder: wire.outcome = .outOfOrder
            case .refused(let reason): (wire.outcome, wire.reason) = (.refused, reason)
            case .retryLater(let reason): (wire.outcome, wire.reason) = (.retryLater, reason)
            }
        }
    }
}

// MARK: - On disk

extension MutationEffect {
    /// The form in which the server stores it with the outcome.
    public var bytes: [UInt8] {
        WireStoredEffect.with { wire in
            wire.touched = touched.sorted { $0.key < $1.key }.map { key, touch in
                .with { wire in
                    (wire.kind, wire.key) = (key.kind, .init(key.bytes))
                    (wire.replaced, wire.wasAbsent, wire.restored) = (touch.replaced, touch.wasAbsent, touch.restored)
                    wire.owned = touch.isOwned
                    if let former = touch.former { wire.former = .init(former) }
                }
            }
        }.bytes
    }

    /// An effect that cannot be read counts as empty.
    public init(version: UInt64, bytes: [UInt8]) {
        let wire = (try? WireStoredEffect(serializedBytes: bytes)) ?? WireStoredEffect()
        let touched = wire.touched.compactMap { wire -> (RecordKey, Touch)? in
            // Earlier versions stored only versions, and no values.
            guard wire.hasFormer || wire.wasAbsent else { return nil }
            let touch = Touch(
                replaced: wire.replaced,
                former: wire.hasFormer ? Array(wire.former) : nil,
                isOwned: wire.owned,
                restored: wire.restored
            )
            return (RecordKey(kind: wire.kind, bytes: Array(wire.key)), touch)
        }
        self.init(version: version, touched: Dictionary(touched) { $1 })
    }
}

// MARK: - Limits

extension RecordRules {
    init(wire: WireLimits) {
        self.init(
            offered: wire.kinds.map {
                Limits(
                    kind: $0.kind,
                    records: Int($0.records),
                    recordsPerOwner: $0.recordsPerOwner == 0 ? nil : Int($0.recordsPerOwner),
                    bytes: Int($0.bytes),
                    characters: $0.characters == 0 ? nil : Int($0.characters),
                    writer: $0.serverWrites ? .server : .user
                )
            }
        )
        mutationBytes = Int(wire.mutationBytes)
        tableRecords = Int(wire.tableRecords)
        tableBytes = Int(wire.tableBytes)
        deliveryOrigins = wire.deliveryOrigins.map(\.visible)
    }

    func write(to wire: inout WireLimits) {
        wire.kinds = offered.map { limits in
            .with { wire in
                (wire.kind, wire.records) = (limits.kind, UInt32(limits.records))
                wire.recordsPerOwner = UInt32(limits.recordsPerOwner ?? 0)
                (wire.bytes, wire.serverWrites) = (UInt32(limits.bytes), limits.writer == .server)
                wire.characters = UInt32(limits.characters ?? 0)
            }
        }
        wire.mutationBytes = UInt32(mutationBytes)
        wire.tableRecords = UInt32(tableRecords)
        wire.tableBytes = UInt32(tableBytes)
        wire.deliveryOrigins = deliveryOrigins
    }
}
