/// Wilder's relative strength index (RSI): the share of upward moves in the latest movement, from 0 to 100. J. Welles
/// Wilder, "New Concepts in Technical Trading Systems", 1978.
struct RelativeStrength: Hashable, Sendable {
    /// How many changes the first averages use; at least one.
    var period = 14

    /// One value for each close; nil before there are `period` changes. If prices do not move, the value is 50.
    func values(_ closes: [Double]) -> [Double?] {
        let changes = zip(closes.dropFirst(), closes).map { $0 - $1 }
        guard changes.count >= period else { return closes.map { _ in nil } }
        let count = Double(period)
        var gain = changes.prefix(period).reduce(0) { $0 + max(0, $1) } / count
        var loss = changes.prefix(period).reduce(0) { $0 + max(0, -$1) } / count
        var results = [Double?](repeating: nil, count: period) + [Self.index(gain, loss)]
        for change in changes.dropFirst(period) {
            // Wilder's smoothing: the old average keeps the weight of all changes but one.
            gain = (gain * (count - 1) + max(0, change)) / count
            loss = (loss * (count - 1) + max(0, -change)) / count
            results.append(Self.index(gain, loss))
        }
        return results
    }

    private static func index(_ gain: Double, _ loss: Double) -> Double {
        gain + loss > 0 ? 100 * gain / (gain + loss) : 50
    }
}
