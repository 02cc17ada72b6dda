/// When a list of rows counts as an answer (providers.md section 4, rule 4: one bad row costs that row, not the list).
///
/// A list that is empty, or of which more than half cannot be read, says that the provider changed or broke something:
/// taking it for the market would empty the market.
struct ListRule {
    /// What stands in the list, in the plural.
    let rows: String
    var mayBeEmpty = false

    /// - Returns: the reason to refuse the list, or nil.
    func objection(good: Int, bad: Int) -> String? {
        if good == 0, bad == 0 { return mayBeEmpty ? nil : "it lists no \(rows)" }
        return bad > good ? "\(bad) of its \(good + bad) \(rows) cannot be read" : nil
    }
}

extension HTTPAnswer {
    func check(_ rule: ListRule, good: Int, bad: Int) throws(ProviderFailure) {
        if let objection = rule.objection(good: good, bad: bad) { throw badAnswer(objection) }
    }
}
