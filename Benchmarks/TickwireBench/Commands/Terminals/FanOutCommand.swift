import ArgumentParser

struct FanOutCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "fanout",
        abstract: "Server CPU per delivery against the bare OpenSSL loop and the peers that are installed."
    )

    @Option(help: "Terminals.") var terminals = 500
    @Option(help: "Coins.") var coins = 1430
    @Option(help: "The share of them that changes with each tick, at some 5.7 bytes each.") var share = 0.25
    @Option(help: "Ticks per second.") var rate = 20.0
    @Option(help: "Seconds of each measurement.") var seconds = 3.0
    @Option(help: "The server's event loops, if not one for each core.") var eventLoops: Int?
    @Option(help: "Runs; medians are reported.") var runs = 5
    @Option(parsing: .upToNextOption, help: "Peers beside it: \(Peer.all.map(\.name).joined(separator: ", ")).")
    var peers = Peer.all.map(\.name)

    func measure() async throws -> Section {
        var costs: [String: [Double]] = [:]
        var (ratios, toRedis, sizes, rows) = ([Double](), [Double](), [Double](), [Double]())
        for _ in 0..<runs {
            let server = try ServerProcess(coins: coins, rate: rate, share: share, eventLoops: eventLoops)
            let run = FanOutRun(terminals: terminals, seconds: seconds)
            let token = try await Crowd(port: server.port, pin: server.pin).token()
            let own = try await run.tickwire(server, token: token)
            // The others have the cores for themselves, too.
            server.stop()
            let bytes = Int(own.bytesEach)
            let floor = try await run.floor(like: server, bytes: bytes, rate: rate)
            costs["tickwire", default: []].append(own.microsecondsEach)
            costs["floor", default: []].append(floor.microsecondsEach)
            ratios.append(own.microsecondsEach / floor.microsecondsEach)
            sizes.append(own.bytesEach)
            rows.append(own.rowsEach ?? .nan)
            for peer in Peer.installed where peers.contains(peer.name) {
                let load = PeerLoad(peer: peer, subscribers: terminals, rate: rate, seconds: seconds)
                let cost = try await load.run([[UInt8](repeating: UInt8(ascii: "A"), count: bytes)]).microsecondsEach
                costs[peer.name, default: []].append(cost)
                if peer.name == "redis" { toRedis.append(own.microsecondsEach / cost) }
            }
        }
        var section = Section("fanout terminals=\(terminals) bytes=\(Int(sizes.median)) rate=\(rate) runs=\(runs)")
        for (name, values) in costs.sorted(by: { $0.value.median < $1.value.median }) {
            section.add("\(name), CPU per delivery", values.median, "us")
        }
        section.add("changed rows of a tick", rows.median, "")
        section.add("tickwire to floor", ratios, .atMost(1.15))
        if !toRedis.isEmpty { section.add("tickwire to redis", toRedis, .atMost(1)) }
        return section
    }
}
