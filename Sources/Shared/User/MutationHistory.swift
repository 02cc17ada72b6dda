/// The effect of a mutation.
public struct MutationEffect: Hashable, Sendable {
    /// The effect on one key.
    public struct Touch: Hashable, Sendable {
        /// The version that the key had before. If there was no record, the version of its removal, or 0 if none is
        /// known.
        public var replaced: UInt64
        /// The former value, which an undo restores; nil if there was no record.
        public let former: [UInt8]?
        /// Whether the record was removed together with its owner, and so comes back with it.
        public let isOwned: Bool
        /// For an undo: the version whose value has come back, by which an undo of an earlier mutation recognizes it.
        public var restored: UInt64

        public init(replaced: UInt64, former: [UInt8]?, isOwned: Bool = false, restored: UInt64 = 0) {
            (self.replaced, self.former) = (replaced, former)
            (self.isOwned, self.restored) = (isOwned, restored)
        }

        public var wasAbsent: Bool { former == nil }
    }

    /// The version of the table afterwards.
    public var version: UInt64
    /// Empty if nothing changed.
    public var touched: [RecordKey: Touch]
    /// The removed keys that the table no longer remembers.
    public var forgotten: [RecordKey] = []

    public init(version: UInt64, touched: [RecordKey: Touch] = [:]) {
        (self.version, self.touched) = (version, touched)
    }
}

/// The effects of a client's newest mutations, with which undos are compared.
public struct MutationHistory: Hashable, Sendable {
    /// How many mutations an undo may reach back.
    public static let depth = 64

    public private(set) var effects: [UInt64: MutationEffect]

    public init(_ effects: [UInt64: MutationEffect] = [:]) { self.effects = effects }

    public subscript(number: UInt64) -> MutationEffect? { effects[number] }

    /// - Parameter number: the number of the mutation, which is the newest.
    public mutating func append(_ effect: MutationEffect, of number: UInt64) {
        effects[number] = effect
        if number > UInt64(Self.depth) { effects[number - UInt64(Self.depth)] = nil }
    }

    /// Whether the value that a key has had since `version` is the one that it had since `original`: nobody has changed
    /// it, or undos have restored it.
    func leads(from version: UInt64, to original: UInt64, at key: RecordKey) -> Bool {
        var version = version
        while version > original {
            // A restored value is older than the undo that restored it, so the recursion ends.
            let undo = effects.values.first { $0.version == version && $0.touched[key] != nil }
            guard let touch = undo?.touched[key], touch.restored > 0, touch.restored < version else { return false }
            version = touch.restored
        }
        return version == original
    }

    /// Whether a mutation replaced exactly what its client held.
    func isHeld(_ held: Change.HeldValue, by touch: MutationEffect.Touch, at key: RecordKey) -> Bool {
        switch held {
        case .nothing: return touch.wasAbsent
        case .version(let version, let hash):
            return version == touch.replaced && touch.former.map { Record.hash(of: $0, at: key) } == hash
        case .mutation(let number):
            guard !touch.wasAbsent, let effect = effects[number], effect.touched[key] != nil else { return false }
            return touch.replaced == effect.version
        }
    }
}
