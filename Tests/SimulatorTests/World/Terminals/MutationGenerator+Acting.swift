import MockMarket
import Shared

extension MutationGenerator {
    /// The user of a terminal changes something, or takes the last change back.
    @MainActor
    mutating func act(at terminal: SimulatedTerminal, _ story: Story, _ random: inout SeededGenerator) throws {
        if Int.random(in: 0..<12, using: &random) == 0 {
            story.note("\(terminal.name) takes its last change back")
            return try terminal.undo()
        }
        let mutation = next(seeing: terminal.table, &random)
        story.note("\(terminal.name) \(mutation)")
        let before = terminal.table
        try terminal.mutate(mutation)
        try order?.check(before, to: terminal.table)
    }
}

extension RecordRules {
    /// Limits that users soon reach. In two of three histories the server remembers so few removed records that
    /// terminals return at the floor and below it.
    static func few(in seed: UInt64, _ random: inout SeededGenerator) -> RecordRules {
        var rules = RecordRules()
        rules.limit(.listItem, toRecords: Int.random(in: 3...12, using: &random))
        rules.limit(.list, toRecords: Int.random(in: 2...5, using: &random))
        rules.limit(.transaction, toRecords: Int.random(in: 2...8, using: &random))
        rules.limit(.alert, toRecords: Int.random(in: 2...6, using: &random))
        rules.deliveryOrigins = ["https://ntfy.sh"]
        rules.removedMax = [1, 3, 1000][Int(seed % 3)]
        return rules
    }
}
