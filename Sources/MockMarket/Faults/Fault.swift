/// A rule by which the mock misbehaves: which requests it affects, what happens to them, and when it ends.
package struct Fault: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// Has the body that the provider sends with this status, as far as it is known.
        case status(Int, retryAfter: Int? = nil)
        /// The whole answer, but late.
        case slowHeaders(Duration)
        /// Sends the head at once, and the body piece by piece over this time.
        case slowBody(Duration)
        /// No answer at all; the connection stays open.
        case never
        /// Announces the right length, but closes the connection after this many bytes.
        case cutBody(after: Int)
        case reset
        case malformedJSON
        case wrongTypes
        case htmlPage
        case emptyBody
        /// Answers with the provider's kind of error under HTTP 200.
        case errorUnder200
        /// Too many requests: the plan's requests of this month are used up.
        case monthSpent
        /// Answers with only the newest candles, as if the coin were young.
        case history(Int)
        /// Compresses the right answer.
        case gzip
        /// Says that the answer is compressed, although it is not.
        case falseGzip
        /// Sends this many bytes of a list that is valid up to its end in the middle. They are made while they are
        /// sent.
        case largeBody(bytes: Int)
        /// The right answer with one plausible mistake in it.
        case spoilt(Spoiling)
    }

    /// The beginning of the paths that the rule affects.
    package let path: String
    package let kind: Kind
    /// How many requests it affects before it ends; nil for all.
    package var times: Int?
    /// The share of the matching requests that it affects, 0 to 1.
    package var share: Double
    /// How long it stays in force after it was set; nil: forever.
    package var lasting: Duration?

    package init(path: String, kind: Kind, times: Int? = nil, share: Double = 1, lasting: Duration? = nil) {
        (self.path, self.kind) = (path, kind)
        (self.times, self.share, self.lasting) = (times, share, lasting)
    }
}

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
