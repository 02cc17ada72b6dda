import Foundation
import Shared
import TestSupport
import Testing

@testable import PushServer

/// How commands name coins in a market where symbols repeat.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CoinArgumentTests {
    /// Two coins with the same symbol, the better ranked one first.
    private func twins(of table: MarketTable) throws -> (symbol: String, better: Instrument) {
        let rows = (0..<table.count).map { table[$0] }
        let groups = Dictionary(grouping: rows.filter { $0.fundamentals.rank != nil }) { $0.instrument.symbol }
        let quotes = try #require(groups.filter { $0.value.count == 2 }.min { $0.key < $1.key }?.value)
        let better = try #require(quotes.min { $0.fundamentals.rank ?? .max < $1.fundamentals.rank ?? .max })
        return (better.instrument.symbol, better.instrument)
    }

    @Test func whereSeveralHaveTheSymbolAllAreListedAndNothingIsDone() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, coins: 1000) { server in
                try await server.logIn(profile: directory + "/profile")
                while await server.hub.state.count < 1000 { await Task.yield() }
                let (symbol, better) = try twins(of: await server.hub.state)
                func use(_ command: String) async throws -> CommandRun {
                    let usual = ["--server", "127.0.0.1:\(server.port)", "--profile", directory + "/profile"]
                    return try await CommandRun("tickwire", command.split(separator: " ").map(String.init) + usual)
                }
                for command in [
                    "favorites add BTC \(symbol)", "alerts add \(symbol) --above 5", "detail \(symbol)",
                    "candles \(symbol)", "holdings add \(symbol) --bought 1 --price 1",
                ] {
                    let run = try await use(command)
                    run.expectFailure("2 coins have the symbol '\(symbol)'; name one of them by its number:")
                    #expect(run.said.contains("\n  \(better.coin) "), "\(run.said)")
                    #expect(run.said.contains(" \(better.name) "), "\(run.said)")
                    #expect(run.said.matches(of: /rank [0-9]+ +\$[0-9.]+/).count == 2, "\(run.said)")
                    #expect(run.said.components(separatedBy: "id:").count == 3, "\(run.said)")
                }
                try await use("favorites").expect("no favorites\n")
                #expect(try await use("favorites add \(better.coin)").status == 0)
                // Only one of the two is a favorite, so that one is meant.
                try await use("favorites remove \(symbol)").expect("no favorites\n")
                try await use("favorites remove \(symbol)")
                    .expectFailure("\(symbol) is not in Favorites; 'tickwire favorites' prints them")
            }
        }
    }

    @Test func aBarGoesOnWhenANamesakeOfItsCoinIsListed() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                try await server.logIn(profile: directory + "/profile")
                try await server.tick(["btcusdt": "88888.25"])
                let output = PipedLines()
                let bar = try ChildProcess(
                    [
                        ServerBinary.program("tickwire").path, "bar", "BTC", "ETH", "--server",
                        "127.0.0.1:\(server.port)", "--profile", directory + "/profile",
                    ],
                    output: .handle(output.output)
                )
                output.started()
                #expect(await output.has("88,888.25"))
                let table = await server.hub.state
                let listed = (0..<table.count).map { ListedCoin(table[$0]) }
                let ether = try #require(listed.first { $0.symbol == "ETH" })
                let namesake = ether.namesake(CoinID(999_999))
                let listing = CoinListing(time: .now, coins: listed + [namesake], badRows: 0)
                await server.hub.arrived(listing, provider: Provider.coinMarketCap.name)
                #expect(await server.hub.state.row(of: namesake.id) != nil)
                // The bar hears of the namesake before it hears of this price.
                try await server.tick(["btcusdt": "88999.25"])
                #expect(await output.has("88,999.25"))
                bar.kill(SIGTERM)
            }
        }
    }

    @Test func anEmptyNameIsNotLookedFor() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let usual = ["--server", "127.0.0.1:\(shell.server.port)", "--profile", shell.directory + "/laptop"]
            let run = try await CommandRun("tickwire", ["detail", ""] + usual)
            run.expectFailure("the coin's name is empty; use a symbol such as BTC")
        }
    }

    @Test(arguments: [
        ("prices --limit -1", "--limit -1 is out of range; use 1 or more"),
        ("candles BTC --count -1", "--count -1 is out of range"),
        ("screenshot --after -1", "--after -1 is out of range"),
        ("open --plain --every -1", "--every -1 is out of range"),
    ])
    func aNumberBelowZeroIsAValueThatIsOutOfRange(typed: String, words: String) async throws {
        try await CommandRun("tickwire", typed.split(separator: " ").map(String.init))
            .expectFailure(words, status: 64)
    }

    @Test func whatIsTypedWronglyIsQuotedWithTheOptionAndNothingElse() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            for (typed, words) in [
                ("alerts add BTC --above many", "--above 'many' cannot be read; use a price such as 65000.5"),
                ("alerts add BTC --day 5x", "--day '5x' cannot be read; use a percentage such as 5 or -2.5"),
                (
                    "alerts add BTC --move 5 --within 60",
                    "--move '5' --within '60' cannot be read; use a percentage such as 5 or -2.5, and a time such as 90m or 2h"
                ),
                ("alerts add BTC --above 0", "an alert cannot have the price 0; use one above 0"),
                (
                    "holdings add BTC --bought 1 --price 5 --time 2999-01-01",
                    "--time '2999-01-01' is in the future; use the day of the transaction, today at the latest"
                ),
            ] {
                let run = try await shell.use(typed, on: "laptop")
                #expect(run.said == "tickwire: \(words)\n")
                #expect(run.status == 64)
            }
            #expect(try await shell.use("alerts add BTC --day 5%", on: "laptop").status == 0)
        }
    }
}

extension ListedCoin {
    /// A coin of the market as the listing has it.
    fileprivate init(_ quote: Quote) {
        self.init(
            quote.instrument.coin,
            quote.instrument.symbol,
            quote.instrument.name,
            rank: quote.fundamentals.rank.map { Int($0) },
            price: quote.exactPrice
        )
    }

    private init(_ id: CoinID, _ symbol: String, _ name: String, rank: Int?, price: ExactDecimal?) {
        self.init(
            id: id,
            name: name,
            symbol: symbol,
            slug: name.lowercased(),
            rank: rank,
            kind: .coin,
            contract: nil,
            circulatingSupply: nil,
            price: price,
            volume24h: nil,
            change1h: nil,
            change24h: nil,
            change7d: nil,
            lastUpdated: .now
        )
    }

    /// Another coin with the same symbol, which no ranking has yet.
    fileprivate func namesake(_ id: CoinID) -> Self { Self(id, symbol, name + " 2", rank: nil, price: price) }
}
