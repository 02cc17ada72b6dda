extension RandomAccessCollection {
    /// The first index at which the condition holds, in a collection in which it holds from some element on.
    ///
    /// A binary search. It is inlinable, because a call of the condition for each step would cost more than the step.
    /// - Returns: `endIndex` if the condition holds nowhere.
    @inlinable
    public func partitioningIndex(where holds: (Element) throws -> Bool) rethrows -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if try holds(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
