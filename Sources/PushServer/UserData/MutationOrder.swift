/// Where a mutation's number stands in its client's order.
enum MutationOrder: Equatable {
    /// It has its result already.
    case settledBefore
    case next
    /// A number before it is missing.
    case early

    init(number: UInt64, last: UInt64) {
        self = number <= last ? .settledBefore : number == last + 1 ? .next : .early
    }
}
