internal import Shared

/// Remarks about the providers' answers for an operator: counts for the metrics, and lines for the log.
struct MarketRemarks {
    /// Prices that a source had before and that have become unreadable.
    private(set) var lostPrices = 0
    /// Prices that waited for the next answer, or belong to another coin with the same symbol.
    private(set) var heldBackPrices = 0
    private var lines: [String] = []

    private var offsets: [MarketSource.Name: (offset: Duration, told: MarketTime)] = [:]

    /// An offset is not reported again before this time has passed.
    private static let repetition = Duration.seconds(600)
    /// A smaller offset is not reported, because an answer also takes time to arrive.
    private static let offsetMin = Duration.seconds(5)
    /// A change of the offset by this much is reported again.
    private static let offsetStep = Duration.seconds(60)

    /// Returns the log lines since the last call.
    mutating func takeLines() -> [String] {
        if lines.isEmpty { return [] }
        defer { lines = [] }
        return lines
    }

    /// Reports an offset once, and again when it has changed by much. An exchange may have two nodes whose clocks
    /// differ, which must not fill the log.
    /// - Parameter offset: the server's clock minus the source's clock.
    mutating func clock(of name: MarketSource.Name, isOffBy offset: Duration, now: MarketTime) {
        let last = offsets[name]
        let before = last?.offset ?? .zero
        let step = last == nil ? Self.offsetMin : Self.offsetStep
        guard max(offset - before, before - offset) >= step else { return }
        if let last, last.told <= now, now.elapsed(since: last.told) < Self.repetition { return }
        offsets[name] = (offset, now)
        guard max(offset, .zero - offset) >= Self.offsetMin else {
            lines.append("\(name.provider)'s clock agrees with this server's again")
            return
        }
        let seconds = (max(offset, .zero - offset) / .milliseconds(1) / 1000).rounded()
        let direction = offset > .zero ? "behind" : "ahead of"
        lines.append(
            "\(name.provider)'s clock is \(Int(seconds)) s \(direction) this server's; ages are measured by this server's"
        )
    }

    mutating func found(_ findings: MarketFeed.Findings) {
        lostPrices += findings.lostPrices
        heldBackPrices += findings.heldBackPrices
    }
}
