/// The mean of the last closes, each with the same weight (SMA).
struct SimpleAverage: Hashable, Sendable {
    /// How many closes are averaged; at least one.
    let period: Int

    /// One value for each close; nil before there are `period` closes.
    func values(_ closes: [Double]) -> [Double?] {
        closes.indices.map { index in
            guard index >= period - 1 else { return nil }
            // Each sum is computed from scratch, because a running sum would keep its rounding errors.
            return closes[index - period + 1...index].reduce(0, +) / Double(period)
        }
    }
}

/// An average in which a close counts less with each one that follows it (EMA). The newest value has the weight 2 /
/// (period + 1), and the first result is the mean of the first `period` values.
struct ExponentialAverage: Hashable, Sendable {
    /// How many values the first result averages; at least one.
    let period: Int

    /// One result for each value; nil before there are `period` values.
    /// - Parameter values: may be nil only before the first value.
    func values(_ values: [Double?]) -> [Double?] {
        guard let start = values.firstIndex(where: { $0 != nil }), values.count - start >= period else {
            return values.map { _ in nil }
        }
        let first = start + period - 1
        let weight = 2 / Double(period + 1)
        var average = values[start...first].reduce(0) { $0 + ($1 ?? 0) } / Double(period)
        var results = [Double?](repeating: nil, count: first) + [average]
        for value in values[(first + 1)...] {
            average += ((value ?? average) - average) * weight
            results.append(average)
        }
        return results
    }
}
