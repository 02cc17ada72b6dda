import ArgumentParser

struct FollowersCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "followers",
        abstract: "The market from a node to three others, beside nats-server with three subscribers."
    )

    @Option(help: "Nodes that follow, or subscribers.") var followers = 3
    @Option(help: "Coins.") var coins = 1000
    @Option(help: "Ticks per second.") var rate = 20.0
    @Option(help: "Seconds of each measurement.") var seconds = 20.0
    @Option(help: "Runs; medians are reported.") var runs = 5

    func measure() async throws -> Section {
        var (costs, delays): ([String: [Double]], [String: [Double]]) = ([:], [:])
        var (alone, bytes): ([Double], [Double]) = ([], [])
        for _ in 0..<runs {
            let server = try ServerProcess(coins: coins, rate: rate)
            defer { server.stop() }
            try await Task.sleep(for: .seconds(1))
            alone.append(microsecondsOfTick(try await server.deliveringCPU(over: seconds)))
            let own = try await tickwire(server)
            bytes.append(own.bytesEach)
            var found = ["tickwire": own]
            if Peer.nats.url != nil {
                let load = PeerLoad(
                    peer: .nats,
                    subscribers: followers,
                    rate: rate,
                    seconds: seconds,
                    noting: followers
                )
                found["nats"] = try await load.run([stampedMessage(bytes: Int(own.bytesEach))])
            }
            for (name, delivering) in found {
                costs[name, default: []].append(microsecondsOfTick(delivering.cpuSeconds))
                delays[name, default: []].append(delivering.p99 ?? .nan)
            }
        }
        var section = Section("followers=\(followers) bytes=\(Int(bytes.median)) rate=\(rate) runs=\(runs)")
        section.add("tickwire without followers, CPU of a tick", alone.median, "us")
        for (name, values) in costs.sorted(by: { $0.key > $1.key }) {
            section.add("\(name), CPU of a tick", values.median, "us")
            section.add("\(name), tick to follower, p99", (delays[name] ?? []).median, "ms")
        }
        return section
    }

    /// A follower reads ticks as a terminal does. The CPU is that of the event loops, which take some time without followers, too. The
    /// time that it takes to make the tick, which a bus does not do, is not part of it.
    private func tickwire(_ server: ServerProcess) async throws -> Delivering {
        let crowd = try Crowd(port: server.port, pin: server.pin)
        try await crowd.connect(followers, token: try await crowd.token())
        crowd.reset()
        let serving = try await server.deliveringCPU(over: seconds)
        let seen = crowd.seen
        try await crowd.stop()
        if seen.closed > 0 { throw BenchError.closed("\(seen.closed) of \(followers)") }
        return Delivering(
            cpuSeconds: serving,
            deliveries: Double(seen.diffs),
            bytes: Double(seen.diffBytes),
            p99: Distribution(seen.delays).percentile(99)
        )
    }

    private func microsecondsOfTick(_ cpuSeconds: Double) -> Double { cpuSeconds / (seconds * rate) * 1e6 }
}
