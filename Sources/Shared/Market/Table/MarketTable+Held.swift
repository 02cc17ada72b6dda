/// The rows of an earlier server, shown while the new one has none.
extension MarketTable {
    /// The same rows, with what the new server says about their sources. No row is part of its answers. So no source is
    /// live, and no price is as recent as its source.
    /// - Parameter news: the new server's sources. Their numbers may mean others here.
    func held(beside news: [MarketSource]) -> MarketTable {
        var table = with(sources: heldSources(beside: news))
        for (row, pricing) in columns.pricings.values.enumerated() {
            guard let heard = heard(pricing) else { continue }
            let dated = Pricing(decimals: pricing.decimals, source: pricing.source, heard: heard)
            _ = table.columns.pricings.set(dated, row: row, sequence: sequence)
        }
        return table
    }

    /// The sources of the rows, with the states that the new server gives to those of the same name. Those that only the
    /// new server has follow, because they may say why there are no new rows.
    private func heldSources(beside news: [MarketSource]) -> [MarketSource] {
        var held = sources.map { source in source.held(beside: news.first { $0.name == source.name }) }
        for source in news where !held.contains(where: { $0.name == source.name }) {
            // More sources than there are numbers are left out.
            guard let number = held.freeNumber else { break }
            let unheard = MarketSource(number, source.name, state: .starting, since: source.since, lastEvent: nil)
            held.append(unheard.held(beside: source))
        }
        return held
    }
}

extension MarketSource {
    /// The source of held rows: its number and the time of its last news stay.
    /// - Parameter news: the same source at the new server; nil if it has none of this name, so no news will come.
    fileprivate func held(beside news: MarketSource?) -> MarketSource {
        MarketSource(
            number,
            name,
            state: news?.heldState ?? .stale,
            since: news?.since ?? since,
            lastEvent: lastEvent,
            cause: news?.cause ?? "",
            retryAt: news?.retryAt,
            interval: news?.interval
        )
    }

    /// A source that is live at the new server has not sent any of the held rows.
    private var heldState: State { state == .live ? .starting : state }
}

extension [MarketSource] {
    /// The first number that none of them has.
    fileprivate var freeNumber: SourceNumber? {
        let used = Set(map(\.number))
        return (1...UInt16.max).lazy.map { SourceNumber($0) }.first { !used.contains($0) }
    }
}
