internal import Shared

extension MarketHubRules {
    /// The server's configuration of the market.
    struct Plan {
        /// The sources to request, exchanges in order of preference.
        var sources: [MarketSource.Name] = []
        var choice = PriceChoice()
        /// The interval between requests to each source, if known.
        var intervals: [MarketSource.Name: Duration] = [:]
        var listingInterval = Duration.seconds(60)

        init(_ sources: [MarketSource.Name] = []) { self.sources = sources }

        init(
            _ sources: [MarketSource.Name],
            tickerInterval: Duration,
            listingInterval: Duration = .seconds(60)
        ) {
            self.sources = sources
            choice = PriceChoice(tickerInterval: tickerInterval, listingInterval: listingInterval)
            self.listingInterval = listingInterval
            for name in sources where name.kind == .tickers { intervals[name] = tickerInterval }
        }

        /// Whether this plan still requests all of a market's sources, so that the market can go on. Otherwise it begins
        /// anew, because the list of sources only grows within a market, and readers would wait for the missing one.
        func continues(_ market: MarketTable) -> Bool { market.sources.allSatisfy { sources.contains($0.name) } }

        /// The listing is requested at this interval from now on.
        mutating func pace(listing interval: Duration) {
            listingInterval = interval
            choice.judge(byListingEvery: interval)
        }

        /// - Parameter tickerInterval: the interval between requests to exchanges that allow it.
        init(_ providers: [Provider], tickerInterval: Duration, listingInterval: Duration = .seconds(60)) {
            self.init(
                providers.flatMap(\.sources),
                tickerInterval: tickerInterval,
                listingInterval: listingInterval
            )
            for provider in providers {
                guard let tickers = provider.tickers else { continue }
                intervals[MarketSource.Name(.tickers, of: provider.name)] = max(tickers.intervalMin, tickerInterval)
            }
        }

        /// How long a source may go without news; nil for a source that is asked too seldom to be late.
        func lateness(of source: MarketSource.Name) -> Duration? {
            switch source.kind {
            case .tickers: max(.seconds(4), (intervals[source] ?? .zero) * 3)
            case .listing: listingInterval * 3 + .seconds(600)
            default: nil
            }
        }
    }
}
