/// The mean of the last closes, each with the same weight (SMA).
struct SimpleAverage: Hashable, Sendable {
    /// How many closes are averaged; at least one.
    let period: Int

    /// One value for each close; nil before there are `period` closes.
    func values(_ closes: [Double]) -> [Double?] {
        closes.indices.map { index in
            guard index >= period - 1 else { return nil }
            // Each sum is computed anew, because a running sum would keep its rounding errors.
            return closes[index - period + 1...index].reduce(0, +) / Double(period)
        }
    }
}
