import ArgumentParser
import Shared

struct WorkCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "work",
        abstract: "The same market work: Tickwire's diffs against a JSON message for each tick through the peers."
    )

    @Option(help: "Terminals.") var terminals = 500
    @Option(help: "Coins; a quarter of them changes with each tick.") var coins = 1000
    @Option(help: "Ticks per second.") var rate = 4.0
    @Option(help: "Seconds of each measurement.") var seconds = 5.0
    @Option(help: "Runs; medians are reported.") var runs = 5

    func measure() async throws -> Section {
        var costs: [String: [Double]] = [:]
        var (shares, rows, jsonSizes) = ([Double](), [Double](), [Double]())
        for _ in 0..<runs {
            let server = try ServerProcess(coins: coins, rate: rate)
            defer { server.stop() }
            let token = try await Crowd(port: server.port, pin: server.pin).token()
            let messages = try await JSONTicks.record(from: server, token: token, count: 20)
            let own = try await FanOutRun(terminals: terminals, seconds: seconds).tickwire(server, token: token)
            costs["tickwire", default: []].append(own.microsecondsEach)
            rows.append(own.bytesEach / (own.rowsEach ?? .nan))
            jsonSizes.append(messages.bytesEach)
            var best = Double.infinity
            for peer in Peer.installed {
                let load = PeerLoad(peer: peer, subscribers: terminals, rate: rate, seconds: seconds)
                let cost = try await load.run(messages.messages).microsecondsEach
                costs["\(peer.name) with JSON", default: []].append(cost)
                best = min(best, cost)
            }
            if best.isFinite { shares.append(own.microsecondsEach / best) }
        }
        var section = Section("work terminals=\(terminals) coins=\(coins) rate=\(rate) runs=\(runs)")
        for (name, values) in costs.sorted(by: { $0.value.median < $1.value.median }) {
            section.add("\(name), CPU per terminal and tick", values.median, "us")
        }
        if !shares.isEmpty { section.add("tickwire to the best peer", shares.median, "", .atMost(0.5)) }
        section.add("JSON message", jsonSizes.median, "B")
        section.add("tickwire, bytes of frames per changed row", rows.median, "B", .atMost(8))
        return section
    }
}
