import ArgumentParser

struct DayCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract:
            "Memory of a server after two minutes, and of one that makes as many polls in some minutes as others in a day."
    )

    /// Most of a listing's time goes into making it, in the mock's process.
    private static let boardsForListing = 4
    private static let looks = 8

    @Option(help: "Coins.") var coins = 5000
    @Option(help: "Listings, one a minute in a real day; there are four boards of tickers with each.") var listings =
        1440
    @Option(help: "Milliseconds between two boards.") var pace = 50

    func measure() async throws -> Section {
        let mock = try MockProcess(coins: coins)
        defer { mock.stop() }
        let polls = listings * Self.boardsForListing
        var section = Section("day coins=\(coins) listings=\(listings) boards=\(polls)")
        do {
            let server = try ServerProcess(reading: mock, coins: coins)
            defer { server.crash() }
            try await Task.sleep(for: .seconds(120))
            section.add("server after two minutes", server.usage.residentKiB / 1024, "MiB", .atMost(64))
        }
        let pace = PacedServer.Pace(prices: pace, listing: pace * Self.boardsForListing)
        let server = try PacedServer(listing: mock, prices: mock, coins: coins, pace)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(120))
        section.add("hurried server, after two minutes", server.usage.residentKiB / 1024, "MiB")
        let first = try server.ticks
        var readings: [Double] = []
        for look in 1...Self.looks {
            let wanted = Double(polls * look / Self.looks)
            while try server.ticks - first < wanted { try await Task.sleep(for: .seconds(1)) }
            readings.append(server.usage.residentKiB / 1024)
            section.add("hurried server, after \(Int(wanted)) boards more", readings[look - 1], "MiB")
        }
        // Each reading may be some MiB above the least that the server needs.
        let half = Self.looks / 2
        let growth = (readings.suffix(half).min() ?? 0) - (readings.prefix(half).min() ?? 0)
        section.add("least of the last half to the least of the first one", growth, "MiB", .atMost(1))
        // Until now, it got up to five listings a second, where other servers get one a minute.
        mock.stop()
        try await Task.sleep(for: .seconds(60))
        section.add("hurried server, a minute after its last poll", server.usage.residentKiB / 1024, "MiB", .atMost(64))
        return section
    }
}
