/// How likely each coin is to change in a tick. Better ranked coins are more likely to.
enum Activity {
    /// No coin trades in every tick.
    private static let likelihoodMax = 0.95

    /// One threshold for each rank, for comparison with 32 random bits. They sum up to `share` of all coins.
    ///
    /// The likelihood falls with the square root of the rank. Square roots and plain arithmetic give the same bits on
    /// every machine.
    static func thresholds(count: Int, share: Double) -> [UInt64] {
        precondition((0...1).contains(share), "the share of coins that change must lie between 0 and 1")
        let weights = (0..<count).map { 1 / (Double($0) + 20).squareRoot() }
        let limit = max(likelihoodMax, share)
        let wanted = share * Double(count)
        var (low, high) = (0.0, 2 * (Double(count) + 20).squareRoot())
        for _ in 0..<60 {
            let factor = (low + high) / 2
            let sum = weights.reduce(0) { $0 + min(limit, $1 * factor) }
            if sum < wanted { low = factor } else { high = factor }
        }
        return weights.map { UInt64(min(limit, $0 * high) * 4_294_967_296) }
    }
}
