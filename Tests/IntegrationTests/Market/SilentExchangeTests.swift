import Foundation
import MockMarket
import NIOConcurrencyHelpers
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// An exchange answers 503 for 75 s. These tests check what the real commands and the real server tell scripts and
/// people.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SilentExchangeTests {
    private static let outage = "/market 503"
    private static let down = "tickwire: Huobi tickers: down, 75 s old: Huobi is unavailable: "

    // MARK: Prices

    @Test func pricesInJSONSayTheirSourceTheirAgeAndThatTheyAreNotLive() async throws {
        try await withStage { stage in
            let young = try await stage.bitcoin()
            #expect(young.source == "Huobi" && young.live && young.age ?? .max < 10_000, "\(young)")
            try await stage.fallSilent(seconds: 30, untilListed: false)
            let old = try await stage.bitcoin()
            #expect(old.source == "Huobi" && !old.live && 30_000..<40_000 ~= old.age ?? 0, "\(old)")
            #expect(old.price == young.price)
            try await stage.fallSilent(seconds: 45)
            let listed = try await stage.bitcoin()
            #expect(listed.source == "CoinMarketCap" && !listed.live && listed.age ?? 0 >= 75_000, "\(listed)")
            let all = try await stage.prices("prices --json")
            #expect(!all.contains { $0.live })
            #expect(all.contains { $0.source == "CoinMarketCap" })
        }
    }

    @Test func pricesAsTextSayItOnStandardError() async throws {
        try await withStage { stage in
            let young = try await stage.use("prices --limit 1")
            #expect(young.status == 0 && young.complaint.isEmpty, "\(young.complaint)")
            try await stage.fallSilent(seconds: 30, untilListed: false)
            let old = try await stage.use("prices --limit 1")
            #expect(old.status == 0)
            #expect(old.complaint.contains("tickwire: Huobi tickers: down, 30 s old: "), "\(old.complaint)")
            try await stage.fallSilent(seconds: 45)
            let listed = try await stage.use("prices --limit 1")
            #expect(listed.status == 0)
            #expect(listed.complaint.contains(Self.down), "\(listed.complaint)")
            #expect(!listed.said.contains("tickwire:"), "\(listed.said)")
        }
    }

    @Test(arguments: [
        ("prices --json --limit 1", "the price of BTC is "), ("candles BTC --json", "the series is 75 s old"),
        ("watch --json", "the newest price is 7"),
    ])
    func whatIsOlderThanMayBeEndsWithAStatusOfItsOwn(command: String, words: String) async throws {
        try await withStage { stage in
            if !command.hasPrefix("watch") {
                #expect(try await stage.use(command + " --max-age 60s").status == 0)
            }
            try await stage.fallSilent()
            let run = try await stage.use(command + " --max-age 60s")
            #expect(run.status == 75)
            #expect(run.complaint.contains(words) && run.complaint.contains("--max-age 60s"), "\(run.complaint)")
            #expect(run.said.hasPrefix("{") || run.said.hasPrefix("["), "what there is was printed")
        }
    }

    @Test func severalThatAreTooOldAreNamedAndTheOthersCounted() async throws {
        try await withStage { stage in
            try await stage.fallSilent()
            let run = try await stage.use("prices --json --limit 8 --max-age 60s")
            #expect(run.status == 75)
            let lines = run.complaint.split(separator: "\n")
            #expect(
                lines.count { $0.contains("the price of ") && $0.hasSuffix(" s old, more than --max-age 60s") } == 3
            )
            #expect(lines.last == "tickwire: 5 more are too old, or their age is not known", "\(run.complaint)")
        }
    }

    /// Once, these commands did not take the option.
    @Test func eachCommandThatPrintsPricesTakesAnAgeLimit() async throws {
        try await withStage { stage in
            for command in ["favorites add BTC", "holdings add BTC --bought 1 --price 1"] {
                #expect(try await stage.use(command).status == 0, "\(command)")
            }
            let commands = [
                "favorites", "lists show Favorites", "lists --json", "holdings", "detail BTC", "bar --once",
            ]
            for command in commands {
                #expect(try await stage.use(command + " --max-age 60s").status == 0, "\(command)")
            }
            try await stage.fallSilent()
            for command in commands {
                let run = try await stage.use(command + " --max-age 60s")
                #expect(run.status == 75, "\(command): \(run.complaint)")
                #expect(run.complaint.contains("tickwire: the price of BTC is "), "\(command): \(run.complaint)")
                #expect(!run.said.isEmpty, "what there is was printed")
            }
            #expect(try await stage.use("holdings").complaint.contains(Self.down), "as for other prices")
            #expect(try await stage.use("lists --max-age 60s").status == 0, "it prints no price")
            // Once, it took the option and did nothing with it.
            let transactions = try await stage.use("holdings list --max-age 60s")
            #expect(transactions.status == 64, "it prints no price of now: \(transactions.complaint)")
            let bar = try await stage.use("bar --max-age 60s")
            #expect(bar.status == 64 && bar.complaint.contains("use it with --once"), "\(bar.complaint)")
        }
    }

    // MARK: Candles

    @Test func keptCandlesComeWithTheirAgeAndTheErrorThatKeepsThemOld() async throws {
        try await withStage { stage in
            let young = try await stage.candles()
            #expect(young.source == "Huobi" && young.live && young.problem == nil, "\(young)")
            try await stage.fallSilent()
            let old = try await stage.candles()
            #expect(old.source == "Huobi" && !old.live && 75_000..<85_000 ~= old.age ?? 0, "\(old)")
            #expect(old.problem?.hasPrefix("Huobi is unavailable: ") == true, "\(old)")
            #expect(old.candles.count == young.candles.count && !old.candles.isEmpty)
            let text = try await stage.use("candles BTC")
            #expect(text.status == 0)
            #expect(text.complaint.contains("tickwire: the candles are 75 s old: Huobi is"), "\(text.complaint)")
        }
    }

    // MARK: Watching

    @Test func aWatcherGetsALineWhenTheExchangeFallsSilentAndWhenItIsBack() async throws {
        try await withStage { stage in
            let output = PipedLines()
            let watcher = try ChildProcess(
                [ServerBinary.program("tickwire").path] + stage.words("watch --json"),
                output: .handle(output.output)
            )
            output.started()
            func tells(_ state: String) async -> Bool {
                await output.has(#""kind":"tickers","provider":"Huobi","state":"\#(state)"}}"#)
            }
            #expect(await tells("live"))
            try await stage.fallSilent()
            #expect(await tells("down"))
            #expect(await output.has(#""live":false,"#), "and each price that got old by it")
            stage.server.mock.setFaults([])
            #expect(await tells("live"))
            watcher.kill(SIGTERM)
        }
    }

    // MARK: The stage

    /// The result of a command.
    private struct Run {
        let status: Int32
        let said: String
        /// The text on standard error.
        let complaint: String
    }

    private struct PriceLine: Decodable {
        enum CodingKeys: String, CodingKey {
            case price, source, live
            case age = "age_ms"
        }

        let price: String?
        let source: String?
        let age: Int?
        let live: Bool
    }

    private struct CandleLines: Decodable {
        enum CodingKeys: String, CodingKey {
            case source, live, problem, candles
            case age = "age_ms"
        }

        struct Candle: Decodable { let time: String }

        let source: String?
        let age: Int?
        let live: Bool
        let problem: String?
        let candles: [Candle]
    }

    /// A server that asks its exchange twice a second, by a clock that the test moves.
    @MainActor
    private struct Stage {
        let server: TestServer
        let time: NIOLockedValueBox<MarketTime>
        let directory: String

        func until(_ isReached: (MarketTable, MarketTime) -> Bool) async throws {
            while !isReached(await server.hub.state, time.withLockedValue { $0 }) {
                try Task.checkCancellation()
                await Task.yield()
            }
        }

        /// Bitcoin's row, the first of the market, comes from the preferred exchange. Another one may have answered earlier.
        func untilLive() async throws {
            try await until { table, now in
                guard table.count > 0, let age = table.age(of: table[0].pricing, at: now) else { return false }
                return age.isLive && age.source.provider == "Huobi"
            }
        }

        /// Lets the exchange answer 503 and time go by: after a minute the listing takes over.
        func fallSilent(seconds: Int64 = 75, untilListed: Bool = true) async throws {
            server.mock.setFaults([try Fault(rule: SilentExchangeTests.outage)])
            try await until { table, _ in table.sources.contains { $0.kind == .tickers && $0.state == .down } }
            time.withLockedValue { $0 = $0.adding(seconds: seconds) }
            try await until { table, _ in
                !untilListed || table.source(table[0].pricing.source)?.kind == .listing
            }
        }

        func words(_ command: String) -> [String] {
            command.split(separator: " ").map(String.init)
                + ["--server", "127.0.0.1:\(server.port)", "--profile", directory + "/profile"]
        }

        func use(_ command: String) async throws -> Run {
            let path = directory + "/errors"
            try SmallFile.write([], to: path)
            let run = try await CommandRun("tickwire", words(command), errors: FileHandle(forWritingAtPath: path))
            return Run(
                status: run.status,
                said: run.said,
                complaint: String(decoding: try SmallFile.read(path), as: UTF8.self)
            )
        }

        func prices(_ command: String) async throws -> [PriceLine] {
            let run = try await use(command)
            #expect(run.status == 0 && run.complaint.isEmpty, "\(run.complaint)")
            return try JSONDecoder().decode([PriceLine].self, from: Data(run.said.utf8))
        }

        func bitcoin() async throws -> PriceLine { try #require(try await prices("prices --json --limit 1").first) }

        func candles() async throws -> CandleLines {
            let run = try await use("candles BTC --json")
            #expect(run.status == 0, "\(run.complaint)")
            return try JSONDecoder().decode(CandleLines.self, from: Data(run.said.utf8))
        }
    }

    private func withStage(_ body: @MainActor (Stage) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let time = NIOLockedValueBox(MarketTime.now)
            try await withServer(
                in: directory,
                time: time,
                configure: {
                    $0.market.tickerInterval = .milliseconds(500)
                    $0.market.listingInterval = .seconds(60)
                }
            ) { server in
                let stage = Stage(server: server, time: time, directory: directory)
                try await stage.untilLive()
                try await server.logIn(profile: directory + "/profile")
                try await body(stage)
            }
        }
    }
}
