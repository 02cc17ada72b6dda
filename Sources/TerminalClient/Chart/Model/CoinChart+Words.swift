internal import Shared

// MARK: Words
extension CoinChart {
    /// The source that is known to have the coin, or else the next one that the server offers; nil if there is none.
    var otherSource: KlineSource? {
        if let name = problem?.otherSource { return offers.klineSource(name) }
        if problem?.kind == .notListed { return nil }
        let sources = offers.klineSources
        guard sources.count > 1, let place = sources.firstIndex(where: { $0 == chosenSource }) else { return nil }
        return sources[(place + 1) % sources.count]
    }

    /// The source to suggest if this one cannot help.
    var helpfulSource: KlineSource? {
        switch problem?.kind {
        case .notListed, .needsKey, .unknownSource: otherSource
        // If the server suggests none, no other source answers or has the coin.
        case .unavailable: problem?.otherSource == nil ? nil : otherSource
        case .unknownCoin, .tooMany, .unknownInterval, nil: nil
        }
    }

    var sourceTitle: String { offers.title(ofKlineSource: source) }

    /// The words in place of candles; empty if there are candles.
    var absence: [String] {
        guard candles.isEmpty else { return [] }
        if let problem { return words(for: problem) }
        if isComplete { return Absence.noCandles(source: sourceTitle, symbol: symbol, interval).lines }
        return switch connection {
        case .live: Absence.candlesLoading(source: sourceTitle).lines
        case .connecting: Absence.chartConnecting.lines
        case .waiting, .stopped: Absence.chartOffline.lines
        }
    }

    /// The source, the age of old candles, and what is wrong with them.
    var provenance: Phrase { candleState(age: age).phrase(from: sourceTitle) }
    /// The same without the age, for a smaller room.
    var shortProvenance: Phrase { candleState(age: nil).phrase(from: sourceTitle) }

    private func candleState(age: String?) -> CandleState {
        if candles.isEmpty { return .whole(age: nil) }
        if isLoading { return .loading }
        if connection != .live { return .offline(age: age) }
        if let problem { return .failing(reason: problem.message, age: age) }
        if let expected { return .partial(count: candles.count, of: expected) }
        return isAwaitingOldest ? .loadingOlder : .whole(age: age)
    }

    private func words(for problem: ChartProblem) -> [String] {
        let source = offers.title(ofKlineSource: problem.source)
        switch problem.kind {
        case .unknownCoin: return Absence.coinGone(symbol: symbol).lines
        case .notListed:
            return Absence.notListed(source: source, symbol: symbol, isElsewhere: problem.otherSource != nil).lines
        case .needsKey: return Absence.sourceNeedsKey(problem.message).lines
        case .unavailable: return Absence.sourceUnavailable(problem.message).lines
        case .tooMany, .unknownInterval, .unknownSource: return [problem.message]
        }
    }
}
