/// Decides whether a list of rows counts as an answer (one bad row costs that row, not the list).
///
/// If a list is empty, or more than half of it cannot be read, the provider has changed or broken something. Accepting
/// it would empty the market.
struct ListRule {
    /// The name of the list's elements, in the plural.
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
