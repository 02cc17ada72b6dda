internal import Shared

/// What an operator should know of the providers' answers: counted for the metrics, and told once for the log.
struct MarketRemarks {
    /// Prices that a source had before and that could not be read any more.
    private(set) var lostPrices = 0
    /// Prices that waited for the next answer, or were those of a namesake.
    private(set) var heldBackPrices = 0
    private var lines: [String] = []

    private var offsets: [MarketSource.Name: (offset: Duration, told: MarketTime)] = [:]

    /// An offset is told again no sooner than after this time.
    private static let repetition = Duration.seconds(600)
    /// A clock that is off by less is right enough, and the way of an answer takes its time.
    private static let offsetMin = Duration.seconds(5)
    /// A change of the offset that is worth another line.
    private static let offsetStep = Duration.seconds(60)

    /// Lines for the log that nobody has taken yet.
    mutating func takeLines() -> [String] {
        if lines.isEmpty { return [] }
        defer { lines = [] }
        return lines
    }

    /// Told once, and again when it has changed by much. An exchange of two nodes whose clocks differ is no news each second.
    /// - Parameter offset: this server's clock less that of the source.
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
            "\(name.provider)'s clock is \(Int(seconds)) s \(direction) this server's; ages are told by this server's"
        )
    }

    mutating func found(_ findings: MarketFeed.Findings) {
        lostPrices += findings.lostPrices
        heldBackPrices += findings.heldBackPrices
    }
}
