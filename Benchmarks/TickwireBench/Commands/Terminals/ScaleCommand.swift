import ArgumentParser
import Foundation
import Shared

struct ScaleCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "scale",
        abstract: "Server CPU per delivery and the time from tick to terminal as terminals become more."
    )

    @Option(parsing: .upToNextOption, help: "Terminals.") var terminals = [500, 2000, 5000, 15_000]
    @Option(help: "Coins.") var coins = 1000
    @Option(help: "Ticks per second.") var rate = 2.0
    @Option(help: "Seconds of each measurement.") var seconds = 6.0
    @Flag(inversion: .prefixedNo, help: "Also measure how late the bare loop and redis are with most terminals.")
    var others = true

    /// The number of terminals that record when their frames arrive; the others only count frames.
    private static let samples = 400
    /// Terminals connect in this many groups, so that the recording ones are spread over the server's order.
    private static let groups = 10

    @Option(help: "Runs of all sizes by turns; medians are reported, and delays put together.") var runs = 5

    func measure() async throws -> Section {
        var (all, late): ([Int: [Run]], [String: [Double]]) = ([:], [:])
        let most = terminals.max() ?? 0
        for _ in 0..<runs {
            for terminals in terminals {
                let server = try ServerProcess(coins: coins, rate: rate)
                let run = try await measure(server, terminals)
                // The others have the cores for themselves, too.
                server.stop()
                all[terminals, default: []].append(run)
                guard others, terminals == most else { continue }
                for (name, p99) in try await delays(like: server, terminals, bytes: Int(run.delivering.bytesEach)) {
                    late[name, default: []].append(p99)
                }
            }
        }
        var section = Section("scale coins=\(coins) rate=\(rate) runs=\(runs)")
        var costs: [Double] = []
        for terminals in terminals {
            let runs = all[terminals] ?? []
            let cost = runs.map(\.delivering.microsecondsEach).median
            costs.append(cost)
            section.add("\(terminals) terminals, CPU per delivery", cost, "us")
            section.add("\(terminals) terminals, whole ticks within 100 ms", runs.map(\.punctual).median * 100, "%")
            let delays = Distribution(runs.flatMap(\.delays))
            let busy = runs.map(\.busy).median
            section.add("\(terminals) terminals, CPU of server and readers per tick", busy, "ms")
            // With both cores busy all the time, the last terminal would have it after half of that.
            let aim = terminals == most ? max(100, 1.3 * busy / 2) : 100
            section.add("\(terminals) terminals, tick to terminal", delays, "ms", p99: .atMost(aim))
            section.add("\(terminals) terminals, lost", Double(runs.map(\.lost).reduce(0, +)), "", .atMost(0))
            section.add("\(terminals) terminals, memory each", runs.map(\.kibEach).median, "KiB")
        }
        for (name, p99) in late.sorted(by: { $0.key < $1.key }) {
            section.add("\(most) terminals, \(name), tick to terminal, p99", p99.median, "ms")
        }
        section.add("CPU per delivery, most to least", (costs.max() ?? .nan) / (costs.min() ?? .nan), "", .atMost(1.1))
        return section
    }

    private struct Run {
        var delivering: Delivering
        /// The share of ticks that an event loop gave to all of its sockets in time.
        var punctual: Double
        /// In milliseconds.
        var delays: [Double]
        var lost: Int
        var kibEach: Double
        /// Milliseconds of CPU per tick of the server and of all readers.
        var busy: Double
    }

    /// The same terminals at the bare loop and at redis.
    private func delays(like server: ServerProcess, _ terminals: Int, bytes: Int) async throws -> [String: Double] {
        let floor = FanOutRun(terminals: terminals, seconds: seconds, noting: Self.samples)
        var found = ["bare loop": try await floor.floor(like: server, bytes: bytes, rate: rate).p99 ?? .nan]
        if Peer.redis.url != nil {
            let load = PeerLoad(
                peer: .redis,
                subscribers: terminals,
                rate: rate,
                seconds: seconds,
                noting: Self.samples
            )
            found["redis"] = try await load.run([stampedMessage(bytes: bytes)]).p99
        }
        return found
    }

    private struct Ticks {
        var inTime: Double
        var all: Double

        init(_ server: ServerProcess) throws {
            inTime = try server.metric(#"tickwire_delivery_seconds_bucket{le="0.1"}"#)
            all = try server.metric("tickwire_delivery_seconds_count")
        }

        func punctual(since start: Ticks) -> Double { (inTime - start.inTime) / (all - start.all) }
    }

    private func measure(_ server: ServerProcess, _ terminals: Int) async throws -> Run {
        let crowd = try Crowd(port: server.port, pin: server.pin)
        let token = try await crowd.token()
        let sinks = try await Sinks(port: server.port, .terminal(token), folder: server.folder)
        defer { sinks.stop() }
        let memory = server.usage.residentKiB
        let (counting, noting) = (terminals - Self.samples, Self.samples)
        for group in 1...Self.groups {
            try await sinks.connect(counting * group / Self.groups - counting * (group - 1) / Self.groups)
            try await crowd.connect(noting / Self.groups, token: token, already: noting / Self.groups * (group - 1))
        }
        try await Task.sleep(for: .seconds(3))
        let kibEach = (server.usage.residentKiB - memory) / Double(terminals)
        _ = try await sinks.count()
        crowd.reset()
        func spent() -> Double { server.usage.cpuSeconds + sinks.usage.cpuSeconds + ProcessUsage.ownSeconds }
        let (start, ticks, busy) = (try server.work(), try Ticks(server), spent())
        try await Task.sleep(for: .seconds(seconds))
        let work = try server.work().since(start)
        let busyEach = (spent() - busy) * 1000 / work.ticks
        let punctual = try Ticks(server).punctual(since: ticks)
        let (counted, noted) = (try await sinks.count(), crowd.seen)
        try await crowd.stop()
        return Run(
            delivering: Delivering(work),
            punctual: punctual,
            delays: noted.delays,
            lost: counted.closed + noted.closed,
            kibEach: kibEach,
            busy: busyEach
        )
    }
}
