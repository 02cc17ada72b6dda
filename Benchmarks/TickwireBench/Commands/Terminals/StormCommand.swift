import ArgumentParser
import Shared

struct StormCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "storm",
        abstract: "A crash, and all terminals back at once: how long it takes, who is refused, which tick is late."
    )

    @Option(help: "Terminals.") var terminals = 2000
    @Option(help: "Coins.") var coins = 1000
    @Option(help: "Ticks per second.") var rate = 4.0
    @Option(help: "Addresses that they come from.") var addresses = 10
    @Option(help: "Threads that they share: with one, their own handshakes take longer than the server's.")
    var threads = 4
    @Option(help: "Seconds to watch after the last one is back.") var seconds = 10.0

    func measure() async throws -> Section {
        let first = try ServerProcess(coins: coins, rate: rate, hasUsualDoor: true)
        let crowd = try Crowd(port: first.port, pin: first.pin, threads: threads, addresses: addresses)
        let token = try await crowd.token()
        try await crowd.connect(terminals, token: token)
        let (clock, start) = (ContinuousClock(), ContinuousClock.now)
        first.crash()
        while crowd.seen.closed < terminals { try await Task.sleep(for: .milliseconds(20)) }
        crowd.reset()
        let server = try ServerProcess(coins: coins, rate: rate, hasUsualDoor: true, after: first)
        let ready = clock.now
        try await crowd.storm(terminals, token: token)
        let end = clock.now
        let during = Distribution(crowd.seen.delays)
        let refused = crowd.seen.closed
        let counts = try server.metrics([
            #"tickwire_delivery_seconds_bucket{le="1.0"}"#, "tickwire_delivery_seconds_count",
        ])
        let late = counts[1] - counts[0]
        crowd.reset()
        try await Task.sleep(for: .seconds(seconds))
        let after = Distribution(crowd.seen.delays)
        let lost = crowd.seen.closed
        try await crowd.stop()
        var section = Section("storm terminals=\(terminals) addresses=\(addresses) rate=\(rate)")
        section.add("all back, from the SIGKILL on", (end - start) / .seconds(1), "s")
        section.add("all back, from the server's ready line on", (end - ready) / .seconds(1), "s")
        section.add("refused or lost", Double(refused + lost), "", .atMost(0))
        section.add("ticks not in all sockets within a second", late, "", .atMost(0))
        // This includes the time of 2,000 handshakes in the terminals, which share the server's cores.
        section.add("tick to terminal meanwhile, p99", during.percentile(99), "ms")
        section.add("tick to terminal meanwhile, max", during.percentile(100), "ms", .atMost(1000))
        section.add("tick to terminal afterwards, p99", after.percentile(99), "ms")
        return section
    }
}
