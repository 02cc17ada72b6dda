/// What a mutation changed.
public struct MutationEffect: Hashable, Sendable {
    /// What it did to one key.
    public struct Touch: Hashable, Sendable {
        /// The version that the key had before; where there was no record, that of its removal, or 0 if nothing is known of one.
        public var replaced: UInt64
        /// What the key had before, which an undo brings back; nil where there was no record.
        public let former: [UInt8]?
        /// It went because its owner went, and comes back with it.
        public let isOwned: Bool
        /// Of an undo: the version whose value has come back, by which an undo of an earlier mutation knows it.
        public var restored: UInt64

        public init(replaced: UInt64, former: [UInt8]?, isOwned: Bool = false, restored: UInt64 = 0) {
            (self.replaced, self.former) = (replaced, former)
            (self.isOwned, self.restored) = (isOwned, restored)
        }

        public var wasAbsent: Bool { former == nil }
    }

    /// Of the table afterwards.
    public var version: UInt64
    /// Empty where nothing changed.
    public var touched: [RecordKey: Touch]
    /// Removed keys that the table does not remember any more.
    public var forgotten: [RecordKey] = []

    public init(version: UInt64, touched: [RecordKey: Touch] = [:]) {
        (self.version, self.touched) = (version, touched)
    }
}

/// The effects of a client's newest mutations: what an undo is held against.
public struct MutationHistory: Hashable, Sendable {
    /// No undo reaches further back.
    public static let depth = 64

    public private(set) var effects: [UInt64: MutationEffect]

    public init(_ effects: [UInt64: MutationEffect] = [:]) { self.effects = effects }

    public subscript(number: UInt64) -> MutationEffect? { effects[number] }

    /// - Parameter number: of the mutation; it is the newest.
    public mutating func append(_ effect: MutationEffect, of number: UInt64) {
        effects[number] = effect
        if number > UInt64(Self.depth) { effects[number - UInt64(Self.depth)] = nil }
    }

    /// Whether what a key has since `version` is what it had since `original`: either nobody has changed it, or undos have brought
    /// it back.
    func leads(from version: UInt64, to original: UInt64, at key: RecordKey) -> Bool {
        var version = version
        while version > original {
            // What came back is older than the undo that brought it, so this ends.
            let undo = effects.values.first { $0.version == version && $0.touched[key] != nil }
            guard let touch = undo?.touched[key], touch.restored > 0, touch.restored < version else { return false }
            version = touch.restored
        }
        return version == original
    }

    /// Whether a mutation replaced just what its client held.
    func isHeld(_ held: Change.Held, by touch: MutationEffect.Touch, at key: RecordKey) -> Bool {
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
