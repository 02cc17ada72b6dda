/// The place of a mutation's number in its client's order.
enum MutationOrder: Equatable {
    /// The mutation already has a result.
    case settledBefore
    case next
    /// An earlier number is missing.
    case early

    init(number: UInt64, last: UInt64) {
        self = number <= last ? .settledBefore : number == last + 1 ? .next : .early
    }
}
