import ArgumentParser
import Shared

struct ListingCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "listing",
        abstract: "How much later a tick comes while the server reads a listing."
    )

    @Option(help: "Coins.") var coins = 5000
    @Option(help: "Terminals. A tick has come when the last of them has it.") var terminals = 10
    @Option(help: "Milliseconds between two boards of prices, each of which makes a tick.") var pace = 100
    @Option(help: "Milliseconds between two listings: no multiple of the pace, so that they meet ticks at any moment.")
    var listingPace = 1030
    @Option(help: "Seconds.") var seconds = 90.0

    func measure() async throws -> Section {
        // Two mocks, because one that makes a listing of megabytes has no prices to give meanwhile.
        let (lister, exchange) = (
            try MockProcess(coins: coins, rate: 1, yields: true),
            try MockProcess(coins: coins, rate: 2000 / Double(pace))
        )
        defer {
            lister.stop()
            exchange.stop()
        }
        let server = try PacedServer(
            listing: lister.base,
            prices: exchange.base,
            coins: coins,
            PacedServer.Pace(prices: pace, listing: listingPace),
            hasOneExchange: true
        )
        defer { server.stop() }
        let crowd = try Crowd(port: server.port, pin: server.pin)
        try await crowd.connect(terminals, token: try await crowd.token())
        try await Task.sleep(for: .seconds(3))
        crowd.reset()
        let usage = try await server.usage.cpuSeconds(over: seconds)
        let ticks = TickTimes(crowd.seen.arrivals)
        try await crowd.stop()
        let (alone, beside) = ticks.lateness(pace: Double(pace))
        var section = Section("listing coins=\(coins) terminals=\(terminals) pace=\(pace) listings=\(ticks.listings)")
        section.add("CPU of the server", usage / seconds * 100, "%")
        section.add("lateness of \(alone.count) ticks without a listing", alone, "ms")
        section.add("lateness of \(beside.count) ticks around one", beside, "ms")
        for (name, percent) in [("p50", 50.0), ("p99", 99)] {
            section.add("difference, \(name)", beside.percentile(percent) - alone.percentile(percent), "ms")
        }
        section.add("difference, max", beside.percentile(100) - alone.percentile(100), "ms", .atMost(5))
        return section
    }
}

/// When each tick had come to all terminals.
private struct TickTimes {
    /// In milliseconds, ascending.
    private let prices: [Double]
    private let ofListings: [Double]

    var listings: Int { ofListings.count }

    private struct Tick: Hashable {
        var made: UInt64
        var isListing: Bool
    }

    init(_ arrivals: [Crowd.Arrival]) {
        var last: [Tick: Double] = [:]
        for arrival in arrivals {
            last[Tick(made: arrival.tick, isListing: arrival.isListing), default: 0].raise(to: arrival.arrived)
        }
        prices = last.filter { !$0.key.isListing }.values.sorted()
        ofListings = last.filter(\.key.isListing).values.sorted()
    }

    /// How much later each tick came after the one before than the pace says. A listing has to do with the ticks
    /// between which its own tick came, and with one before and one after them: it is read before, and its coins are
    /// matched afterwards.
    func lateness(pace: Double) -> (alone: Distribution, beside: Distribution) {
        var (alone, beside) = (Distribution(), Distribution())
        for (before, tick) in zip(prices, prices.dropFirst()) {
            let next = ofListings.partitioningIndex { $0 > before - pace }
            let isBeside = next < ofListings.count && ofListings[next] < tick + pace
            if isBeside { beside.record(tick - before - pace) } else { alone.record(tick - before - pace) }
        }
        return (alone, beside)
    }
}

extension Double {
    fileprivate mutating func raise(to other: Double) { self = max(self, other) }
}
