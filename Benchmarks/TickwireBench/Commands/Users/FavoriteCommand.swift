import ArgumentParser
import NIOPosix
import Observation
import Shared
import TerminalClient

struct FavoriteCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "favorite",
        abstract: "From a favorite toggled in one terminal to the other one knowing it."
    )

    @Option(help: "How often it is toggled.") var times = 300

    @MainActor
    func measure() async throws -> Section {
        let server = try ServerProcess(coins: 1000, rate: 4)
        defer { server.stop() }
        let (one, other) = (link(to: server), link(to: server))
        async let _ = one.run()
        async let _ = other.run()
        await reached { one.market.isComplete && other.market.isComplete }
        var (seen, confirmed) = ([Double](), [Double]())
        for toggle in 0..<times {
            let isAdding = toggle.isMultiple(of: 2)
            let start = ContinuousClock.now
            one.user.mutate { isAdding ? .add([CoinID(1)], of: $0) : .remove([CoinID(1)]) }
            await reached { other.user.table.contains(CoinID(1)) == isAdding }
            seen.append((ContinuousClock.now - start) / .milliseconds(1))
            await reached { one.user.pendingCount == 0 }
            confirmed.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        var section = Section("favorite times=\(times)")
        section.add("toggle to the other terminal", Distribution(seen), "ms")
        section.add("toggle to confirmed", Distribution(confirmed), "ms")
        return section
    }

    @MainActor
    private func link(to server: ServerProcess) -> ServerLink {
        let target = ServerLink.Target(
            address: ServerAddress(host: "127.0.0.1", port: server.port),
            trust: .pin(server.pin),
            credentials: .password(name: ServerProcess.user(0), password: ServerProcess.password),
            deviceName: "bench"
        )
        return ServerLink(
            target: target,
            group: MultiThreadedEventLoopGroup.singleton,
            market: MarketReplica(),
            user: UserReplica(journals: nil)
        )
    }

    @MainActor
    private func reached(_ condition: @escaping @MainActor () -> Bool) async {
        for await isReached in Observations({ condition() }) where isReached { return }
    }
}
