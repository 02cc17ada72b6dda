internal import Shared

// MARK: Words
extension CoinChart {
    /// The one that is known to have the coin, or the next one that the server offers; nil: there is none.
    var otherSource: KlineSource? {
        if let name = problem?.otherSource { return offers.klineSource(name) }
        if problem?.kind == .notListed { return nil }
        let sources = offers.klineSources
        guard sources.count > 1, let place = sources.firstIndex(where: { $0 == chosenSource }) else { return nil }
        return sources[(place + 1) % sources.count]
    }

    /// What may help where this source cannot: taking the candles from that one.
    var helpfulSource: KlineSource? {
        switch problem?.kind {
        case .notListed, .needsKey, .unavailable, .unknownSource: otherSource
        case .unknownCoin, .tooMany, .unknownInterval, nil: nil
        }
    }

    var sourceTitle: String { offers.title(ofKlineSource: source) }

    /// What is said in place of candles; empty while there are some.
    var absence: [String] {
        guard candles.isEmpty else { return [] }
        if let problem { return words(for: problem) }
        if isComplete { return ["\(sourceTitle) has no candles of \(symbol) in \(interval.rawValue)."] }
        return switch connection {
        case .live: ["Loading candles from \(sourceTitle)…"]
        case .connecting: ["Connecting…", "The chart comes with the connection."]
        case .waiting, .stopped: ["No connection to the server.", "The chart comes with the next one."]
        }
    }

    /// The source, and what there is to say against the candles that are shown.
    var provenance: Phrase {
        if candles.isEmpty { return Phrase(sourceTitle, .quiet) }
        if isLoading { return Phrase("\(sourceTitle), loading…", .quiet) }
        if connection != .live { return Phrase("\(sourceTitle), not live: no connection", .warning) }
        if let problem { return Phrase("\(sourceTitle), not live: \(problem.message)", .warning) }
        if let expected { return Phrase("\(sourceTitle), \(candles.count) of \(expected) candles…", .quiet) }
        if isAwaitingOldest { return Phrase("\(sourceTitle), loading older…", .quiet) }
        return Phrase(sourceTitle, .quiet)
    }

    private func words(for problem: ChartProblem) -> [String] {
        let source = offers.title(ofKlineSource: problem.source)
        switch problem.kind {
        case .unknownCoin: return ["The market has no \(symbol) any more."]
        case .notListed:
            let nobody = problem.otherSource == nil ? ["No other source lists it."] : []
            return ["\(source) does not list \(symbol)."] + nobody
        case .needsKey: return [problem.message, "The server's operator can give it one."]
        case .unavailable: return [problem.message, "The server tries again by itself."]
        case .tooMany, .unknownInterval, .unknownSource: return [problem.message]
        }
    }
}
