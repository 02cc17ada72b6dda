import Shared

/// The rules in force, in order of precedence.
struct FaultRules: Sendable {
    struct Entry: Sendable {
        let fault: Fault
        /// How many more requests the rule may affect.
        var left: Int?
        var hits = 0
        let end: MarketTime?

        func isOver(at now: MarketTime) -> Bool { left == 0 || end.map { $0 <= now } ?? false }
    }

    private(set) var entries: [Entry] = []
    /// Chooses requests for rules about a share of them. The same seed chooses the same requests.
    private var random: SeededGenerator

    init(_ faults: [Fault] = [], at now: MarketTime = MarketTime(milliseconds: 0), seed: UInt64 = 1) {
        entries = faults.map { fault in
            Entry(fault: fault, left: fault.times, end: fault.lasting.map { now.adding(milliseconds: $0.milliseconds) })
        }
        random = SeededGenerator(seed: seed)
    }

    /// The fault for a request to `path`, which then counts as used.
    mutating func take(path: String, at now: MarketTime) -> Fault.Kind? {
        for index in entries.indices where path.hasPrefix(entries[index].fault.path) && !entries[index].isOver(at: now)
        {
            let share = entries[index].fault.share
            if share < 1, Double(random.below(1_000_000)) >= share * 1_000_000 { continue }
            entries[index].left = entries[index].left.map { $0 - 1 }
            entries[index].hits += 1
            return entries[index].fault.kind
        }
        return nil
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

/// Why a text is not a fault rule, in words.
package struct FaultRuleError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ rule: some StringProtocol, _ reason: String) { description = "fault rule \"\(rule)\": \(reason)" }
}
