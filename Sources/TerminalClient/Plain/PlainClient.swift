internal import Observation
internal import Shared

/// The client without a screen that keeps running. It prints lines as things happen, until nobody reads them.
@MainActor
package struct PlainClient {
    private let link: ServerLink
    private let tab: Tab
    private let list: String?
    private let page: PlainPage?
    private let output: LineOutput
    private let clock = AppClock.system
    private let interval: Duration
    private let times: TimeChoice

    /// - Parameters:
    ///   - tab: the tab whose prices are printed.
    ///   - list: the name of the list that is printed in place of Favorites.
    ///   - page: what is printed in place of prices.
    ///   - interval: how often changed prices are printed. Everything else is printed at once.
    ///   - times: the clock for the times at the beginning of lines.
    package init(
        link: ServerLink,
        tab: Tab,
        list: String? = nil,
        page: PlainPage? = nil,
        output: LineOutput,
        interval: Duration,
        times: TimeChoice
    ) {
        self.link = link
        self.tab = tab
        self.list = list
        self.page = page
        self.output = output
        self.interval = interval
        self.times = times
    }

    /// - Throws: why the link has ended, if the user has to act.
    package func run() async throws(ConnectionError) {
        let reporter = PlainReporter(
            link: link,
            feed: PlainFeed(of: tab, list: list, page: page, by: clock.wall(times)),
            output: output,
            clock: clock
        )
        async let _ = reporter.tellPrices(every: interval)  // Cancelled when this call ends.
        for await _ in Observations({
            (link.state, link.market.table.sources, link.user.table, link.isReady, output.isClosed)
        }) {
            reporter.tellNews()
            if output.isClosed { return }
            if case .stopped(let error) = link.state { throw error }
        }
    }
}

/// Remembers what has been printed.
@MainActor
private final class PlainReporter {
    private let link: ServerLink
    private let output: LineOutput
    private let clock: AppClock
    private var feed: PlainFeed

    init(link: ServerLink, feed: PlainFeed, output: LineOutput, clock: AppClock) {
        self.link = link
        self.feed = feed
        self.output = output
        self.clock = clock
    }

    func tellNews() { output.write(feed.news(moment)) }

    func tellPrices(every interval: Duration) async {
        await link.untilReady()
        repeat {
            tellNews()
            output.write(feed.prices(moment))
        } while (try? await clock.sleep(interval)) != nil
    }

    private var moment: PlainFeed.Moment {
        PlainFeed.Moment(
            time: clock.date(),
            clockOffset: link.clockOffset,
            state: link.state,
            table: link.market.table,
            user: link.user.table,
            offers: link.user.offers,
            money: link.money,
            rates: link.rates.rates,
            isComplete: link.isReady
        )
    }
}
