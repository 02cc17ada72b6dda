internal import Shared

// MARK: Words
extension CoinChart {
    /// The other of the two, or the one that is known to have the coin.
    var otherSource: KlineSource {
        problem?.otherSource ?? KlineSource.allCases.first { $0 != source } ?? source
    }

    /// Whether taking the candles from `otherSource` may help.
    var offersOtherSource: Bool {
        switch problem?.kind {
        case .notListed: problem?.otherSource != nil
        case .needsKey, .unavailable: true
        case .unknownCoin, .tooMany, .unknownInterval, nil: false
        }
    }

    /// What is said in place of candles; empty while there are some.
    var absence: [String] {
        guard candles.isEmpty else { return [] }
        if let problem { return Self.words(for: problem, symbol) }
        if isComplete { return ["\(source.title) has no candles of \(symbol) in \(interval.rawValue)."] }
        return switch connection {
        case .live: ["Loading candles from \(source.title)…"]
        case .connecting: ["Connecting…", "The chart comes with the connection."]
        case .waiting, .stopped: ["No connection to the server.", "The chart comes with the next one."]
        }
    }

    /// The source, and what there is to say against the candles that are shown.
    var provenance: Phrase {
        if candles.isEmpty { return Phrase(source.title, .quiet) }
        if isLoading { return Phrase("\(source.title), loading…", .quiet) }
        if connection != .live { return Phrase("\(source.title), not live: no connection", .warning) }
        if let problem { return Phrase("\(source.title), not live: \(problem.message)", .warning) }
        if let expected { return Phrase("\(source.title), \(candles.count) of \(expected) candles…", .quiet) }
        if isAwaitingOldest { return Phrase("\(source.title), loading older…", .quiet) }
        return Phrase(source.title, .quiet)
    }

    private static func words(for problem: ChartProblem, _ symbol: String) -> [String] {
        let source = problem.source.title
        switch problem.kind {
        case .unknownCoin: return ["The market has no \(symbol) any more."]
        case .notListed:
            let nobody = problem.otherSource == nil ? ["No other source is known to have it."] : []
            return ["\(source) does not list \(symbol)."] + nobody
        case .needsKey: return [problem.message, "The server's operator can give it one."]
        case .unavailable: return [problem.message, "The server tries again by itself."]
        case .tooMany, .unknownInterval: return [problem.message]
        }
    }
}
