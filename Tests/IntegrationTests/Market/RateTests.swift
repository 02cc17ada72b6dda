import Foundation
import MockMarket
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// Exchange rates from the provider through the server to terminals and commands.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RateTests {
    @Test func aCurrencyChosenInOneTerminalIsShownInTheOther() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (one, other) = (server.terminal(), server.terminal())
                try await one.connected {
                    try await other.connected {
                        await one.untilReady()
                        await other.until { $0.link.user.isComplete && $0.link.rates.rates != nil }
                        #expect(other.link.money.isUSD && other.link.money.missing == nil)
                        one.link.user.mutate { _ in .set(Settings.currency, to: "EUR") }
                        await other.until { $0.link.money.name == "EUR" }
                        #expect(other.link.money.rates?.source == "European Central Bank")
                        one.link.user.mutate { _ in .set(Settings.currency, to: "BTC") }
                        await other.until { $0.link.money.name == "BTC" }
                        let row = try #require(other.table.row(of: CoinID(1)))
                        #expect(other.link.money.priceText(other.table[row]).flatMap(Double.init) == 1)
                    }
                }
            }
        }
    }

    @Test func ratesOfTheLastProcessAreTheFirstThatTerminalsGet() async throws {
        try await withTemporaryDirectory { directory in
            let first = try await withServer(in: directory) { try await rates(at: $0) }
            let none = Fault(path: "/stats/eurofxref/eurofxref-daily.xml", kind: .status(500, retryAfter: nil))
            let second = try await withServer(in: directory, faults: [none]) { try await rates(at: $0) }
            #expect(first?.rates.count == 29 && second == first)
        }
    }

    @Test func withoutARateALimitIsRefusedAndDoesNotBecomeDollars() async throws {
        let none = Fault(path: "/stats/eurofxref/eurofxref-daily.xml", kind: .status(500, retryAfter: nil))
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, faults: [none]) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    terminal.link.user.mutate { _ in .set(Settings.currency, to: "EUR") }
                    #expect(terminal.link.money.missing == "EUR")
                    let link = terminal.link
                    #expect(throws: CurrencyFault.noRate("EUR")) { try link.alertCurrency(nil) }
                    #expect(throws: CurrencyFault.noRate("EUR")) { try link.alertCurrency("eur") }
                    let dollars = try link.alertCurrency("USD")
                    #expect(dollars == "USD")
                }
            }
        }
    }

    /// Once, only some of them said so.
    @Test func withoutARateEachCommandThatPrintsPricesSaysOnceThatTheyAreInDollars() async throws {
        let none = Fault(path: "/stats/eurofxref/eurofxref-daily.xml", kind: .status(500, retryAfter: nil))
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, faults: [none]) { server in
                try await server.logIn(profile: directory + "/profile")
                let place = ["--server", "127.0.0.1:\(server.port)", "--profile", directory + "/profile"]
                func use(_ command: String) async throws -> CommandRun {
                    try await CommandRun("tickwire", command.split(separator: " ").map(String.init) + place)
                }
                #expect(try await use("settings set currency EUR").status == 0)
                let words = "tickwire: no rate for EUR: prices are in USD\n"
                for command in [
                    "favorites add BTC", "favorites", "favorites --json", "lists --json", "lists show Favorites",
                    "bar --once", "holdings", "prices", "detail BTC",
                ] {
                    let run = try await use(command)
                    #expect(run.status == 0, "\(command): \(run.said)")
                    #expect(run.said.components(separatedBy: words).count == 2, "\(command): \(run.said)")
                }
                #expect(try await !use("lists").said.contains(words), "it prints no price")
            }
        }
    }

    private func rates(at server: TestServer) async throws -> ExchangeRates? {
        let terminal = server.terminal()
        return try await terminal.connected {
            await terminal.until { $0.link.rates.rates != nil }
            return terminal.link.rates.rates
        }
    }

    @Test func commandsPrintPricesInTheCurrencyThatIsAskedFor() async throws {
        try await withShell { shell in
            try await shell.logIn("ada", "secret of ada", as: "laptop")
            let dollars = try await price(shell, "prices --limit 1 --json")
            #expect(dollars.currency == "USD" && dollars.dollars == nil)
            let yen = try await price(shell, "prices --limit 1 --json --currency jpy")
            #expect(yen.currency == "JPY" && yen.dollars != nil)
            let told = try #require(Double(yen.price ?? ""))
            let exact = try #require(Double(yen.dollars ?? ""))
            #expect(abs(told / exact - 164.20 / 1.0850) < 0.01)
            try await shell.use("prices --currency XAU", on: "laptop").expectFailure(
                "does not offer the currency 'XAU'",
                status: 64
            )
            try await shell.use("candles BTC --count 2 --currency BTC", on: "laptop")
                .expectFailure("its past prices", status: 64)
            try await shell.use("candles BTC --source Kraken", on: "laptop")
                .expectFailure("does not know the source 'Kraken'", status: 64)
            #expect(try await shell.use("settings set currency EUR", on: "laptop").status == 0)
            #expect(try await price(shell, "prices --limit 1 --json").currency == "EUR")
            let candles = try await shell.use("candles BTC --count 2", on: "laptop")
            #expect(candles.said.contains("in EUR at today's rate"), "\(candles.said)")
        }
    }

    private func price(_ shell: CommandShell, _ command: String) async throws -> PriceLine {
        let run = try await shell.use(command, on: "laptop")
        return try #require(try JSONDecoder().decode([PriceLine].self, from: Data(run.said.utf8)).first, "\(run.said)")
    }

    private struct PriceLine: Decodable {
        let price: String?
        let currency: String
        let dollars: String?

        private enum CodingKeys: String, CodingKey {
            case price, currency
            case dollars = "price_usd"
        }
    }
}
