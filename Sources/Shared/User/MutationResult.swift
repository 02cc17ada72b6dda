/// A mutation with its place in the order of one client process.
public struct NumberedMutation: Hashable, Sendable {
    /// 1, 2, 3 ... within a client id.
    public var number: UInt64
    public var mutation: Mutation

    public init(number: UInt64, mutation: Mutation) { (self.number, self.mutation) = (number, mutation) }
}

/// The outcome of a mutation.
public struct MutationResult: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// On disk, or there was nothing to change.
        case applied
        /// Refused for good. The number is used up.
        case refused(reason: String)
        /// A number before it is missing.
        case outOfOrder
        /// It could not be stored; the number is not used up.
        case retryLater(reason: String)
    }

    public var number: UInt64
    public var outcome: Outcome
    /// The version of the table with the effect. That table is pushed before this result.
    public var version: UInt64
    /// The highest number that is settled.
    public var lastNumber: UInt64
    /// Whether the mutation made `version`. If not, there was nothing to change.
    public var isChange: Bool

    public init(
        number: UInt64,
        outcome: Outcome,
        version: UInt64,
        lastNumber: UInt64,
        isChange: Bool = false
    ) {
        self.isChange = isChange
        self.number = number
        self.outcome = outcome
        self.version = version
        self.lastNumber = lastNumber
    }
}
