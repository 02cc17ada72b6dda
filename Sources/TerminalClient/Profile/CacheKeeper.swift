internal import Observation
internal import Shared

/// Writes what a link has received to the cache: soon after it has gone live, now and then while it is, when the connection
/// is lost, and at the end. It removes the cache once the server has signed this terminal out.
@MainActor
final class CacheKeeper {
    /// The time from the first live moment to the first write. A terminal that is killed later than this leaves a cache.
    static let firstWait = Duration.seconds(5)
    /// After the first write, a kill or a power cut loses no more than this.
    static let period = Duration.seconds(300)

    private let link: ServerLink
    private let file: ReplicaCacheFile
    private let sleep: @Sendable (Duration) async throws -> Void
    /// The state in the file, which another window may have written since. A window with older prices must not
    /// overwrite it.
    private var known: MarketMark

    init(_ link: ServerLink, file: ReplicaCacheFile, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        (self.link, self.file, self.sleep) = (link, file, sleep)
        known = link.market.mark
    }

    /// Keeps the cache until the calling task is cancelled. Returns when the last state is written.
    func run() async {
        async let _ = writeNowAndThen()
        for await isLive in Observations({ [link] in link.state == .live }) where !isLive { await write() }
        await write()
    }

    private func writeNowAndThen() async {
        for await isLive in Observations({ [link] in link.state == .live }) where isLive { break }
        var wait = Self.firstWait
        while (try? await sleep(wait)) != nil {
            await write()
            // A slow connection may not have brought the whole market yet, and a new server may have none.
            if link.market.whole != nil { wait = Self.period }
        }
    }

    private func write() async {
        if isSignedOut { return file.remove() }
        let mark = link.market.mark
        guard mark != known, let cache = link.cache else { return }
        known = mark
        await file.write(cache)
        // The user may have logged out in the meantime.
        if isSignedOut { file.remove() }
    }

    private var isSignedOut: Bool {
        if case .stopped(let error) = link.state, error.isRefusal { return true }
        return link.isLoggingOut
    }
}

extension ServerLink {
    /// What to keep for the next process; nil if the whole market has not come.
    var cache: ReplicaCache? {
        guard let market = market.whole else { return nil }
        var cache = ReplicaCache(market: market, clockOffset: clockOffset)
        (cache.rates, cache.weeks, cache.charts) = (rates.rates, weeks.cached, charts.cached)
        return cache
    }
}
