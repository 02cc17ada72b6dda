import ArgumentParser
import MockMarket
import Synchronization

struct DayCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract:
            "Memory of a server after two minutes, and of one that reads as many listings in some minutes as others in a day."
    )

    /// Most of a listing's time goes into making it, in the mock's process.
    private static let boardsForListing = 4
    private static let looks = 8

    @Option(help: "Coins.") var coins = 5000
    @Option(help: "Listings, one a minute in a real day.") var listings = 1440
    @Option(help: "Milliseconds between two boards; there are up to four with each listing.") var pace = 50

    func measure() async throws -> Section {
        let (listed, boards) = (Counter(), Counter())
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = coins
        let mock = try await MockMarketServer.start(
            configuration,
            observe: { event in
                guard case .requested(_, let path) = event else { return }
                if path.hasSuffix("/listings/latest") { listed.add() }
                if path == "/market/tickers" { boards.add() }
            }
        )
        // Unstructured, because it ends before the last minute. `defer` ends it if a measurement fails.
        let market = Task { await mock.run() }
        defer { market.cancel() }
        var section = Section("day coins=\(coins) listings=\(listings)")
        do {
            let server = try ServerProcess(reading: mock.baseURL, coins: coins)
            defer { server.crash() }
            try await Task.sleep(for: .seconds(120))
            section.add("server after two minutes", server.usage.residentKiB / 1024, "MiB", .atMost(64))
            section.add("server, pages of files in it", server.usage.residentFileKiB / 1024, "MiB")
        }
        let pace = PacedServer.Pace(prices: pace, listing: pace * Self.boardsForListing)
        let server = try PacedServer(listing: mock.baseURL, prices: mock.baseURL, coins: coins, pace)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(120))
        section.add("hurried server, after two minutes", server.usage.residentKiB / 1024, "MiB")
        let (first, firstBoard, start) = (listed.count, boards.count, ContinuousClock.now)
        var readings: [Double] = []
        for look in 1...Self.looks {
            let wanted = listings * look / Self.looks
            // A single reading may be some MiB too high, because the server nearly always has a listing in memory. So take
            // the least.
            var least = Double.infinity
            while listed.count - first < wanted {
                try await Task.sleep(for: .milliseconds(100))
                least = min(least, server.usage.residentKiB / 1024)
            }
            readings.append(least)
            section.add("hurried server, least since the last look, at \(wanted) listings more", least, "MiB")
        }
        section.add("hurried server, these listings took", (.now - start) / .seconds(1), "s")
        section.add("hurried server, boards meanwhile", Double(boards.count - firstBoard), "")
        let half = Self.looks / 2
        let growth = (readings.suffix(half).min() ?? 0) - (readings.prefix(half).min() ?? 0)
        section.add("least of the last half to the least of the first one", growth, "MiB", .atMost(1))
        // Until now, it got several listings a second, where other servers get one a minute.
        market.cancel()
        await market.value
        try await Task.sleep(for: .seconds(60))
        section.add("hurried server, a minute after its last poll", server.usage.residentKiB / 1024, "MiB", .atMost(64))
        section.add("hurried server, pages of files in it", server.usage.residentFileKiB / 1024, "MiB")
        return section
    }
}

/// Counts requests on the mock's event loop.
private final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func add() { value.add(1, ordering: .relaxed) }
}
