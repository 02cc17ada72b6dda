import ArgumentParser
import Shared

struct ShapeCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "shape",
        abstract: "What a delivery costs as more rows change, and as there are more coins that do not."
    )

    @Option(help: "Terminals.") var terminals = 500
    @Option(help: "Ticks per second.") var rate = 10.0
    @Option(help: "Seconds of each measurement.") var seconds = 4.0
    @Option(help: "Runs; medians are reported.") var runs = 5

    private struct Market: Hashable {
        var coins: Int
        var share: Double
    }

    private struct Cost {
        var microseconds: Double
        var rows: Double
    }

    private static let few = Market(coins: 1000, share: 0.33)
    private static let manyRows = Market(coins: 1000, share: 1)
    private static let manyCoins = Market(coins: 5000, share: 0.066)

    func measure() async throws -> Section {
        var costs: [Market: [Cost]] = [:]
        for _ in 0..<runs {
            for market in [Self.few, Self.manyRows, Self.manyCoins] {
                costs[market, default: []].append(try await cost(of: market))
            }
        }
        var section = Section("shape terminals=\(terminals) rate=\(rate) runs=\(runs)")
        for market in [Self.few, Self.manyRows, Self.manyCoins] {
            let (all, rows) = (costs[market, default: []], costs[market, default: []].map(\.rows).median)
            section.add(
                "\(market.coins) coins, \(Int(rows)) rows a tick, CPU per delivery",
                all.map(\.microseconds).median,
                "us"
            )
        }
        let ratios = zip(costs[Self.manyCoins, default: []], costs[Self.few, default: []]).map {
            $0.microseconds / $1.microseconds
        }
        section.add("5,000 coins to 1,000, as many rows", ratios, .atMost(1.1))
        return section
    }

    private func cost(of market: Market) async throws -> Cost {
        let server = try ServerProcess(coins: market.coins, rate: rate, share: market.share)
        defer { server.stop() }
        let token = try await Crowd(port: server.port, pin: server.pin).token()
        let delivering = try await FanOutRun(terminals: terminals, seconds: seconds).tickwire(server, token: token)
        return Cost(microseconds: delivering.microsecondsEach, rows: delivering.rowsEach ?? .nan)
    }
}
