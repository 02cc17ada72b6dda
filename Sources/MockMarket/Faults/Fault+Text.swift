/// Fault rules as text: `PATH KIND [CONDITION...]`, as in `/market/tickers 429 retry-after=5 times=3`. docs/MOCK.md has
/// the whole language.
extension Fault {
    /// - Throws: what is wrong, with the wrong word and the nearest valid one.
    package init(rule: String) throws(FaultRuleError) {
        var words = rule.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let path = words.first, path.hasPrefix("/") else {
            throw FaultRuleError(rule, "begin with the path it is about, as in /market/tickers, or / for all")
        }
        guard words.count > 1 else {
            throw FaultRuleError(
                rule,
                "it does not say what should happen; use a status from 400 to 599, or \(FaultWord.list)"
            )
        }
        let name = words[1]
        words.removeFirst(2)
        var conditions = try FaultConditions(words, of: rule)
        let kind = try FaultWord.kind(name, &conditions, of: rule)
        self.init(
            path: path,
            kind: kind,
            times: conditions.times,
            share: conditions.share,
            lasting: conditions.lasting
        )
    }

    /// The text that makes this rule.
    package var rule: String {
        var words = [path, FaultWord.text(of: kind)]
        if let times { words.append("times=\(times)") }
        if share < 1 { words.append("share=\(share)") }
        if let lasting { words.append("for=\(FaultWord.text(of: lasting))") }
        return words.joined(separator: " ")
    }
}
