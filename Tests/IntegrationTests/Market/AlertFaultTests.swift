import MockMarket
import NIOConcurrencyHelpers
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// Faults of exchanges make an alert's condition true for a moment, and fire nothing. Another alert fires afterwards, so the first one has
/// had its time.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct AlertFaultTests {
    @Test func aSinglePrintThatTheNextPollRevertsFiresNothing() async throws {
        try await withStage { stage in
            try await stage.arm(above: 1.1, below: 0.95)
            try stage.set([
                stage.huobi(1.2) + " times=1", stage.huobi(1) + " times=3", stage.huobi(0.9), stage.binance(0.9),
            ])
            try await stage.expectOnlyTheWitness()
        }
    }

    /// The exchange's prices are above the limit, and its answers are ten minutes old.
    @Test func aStalePriceFiresNothing() async throws {
        try await withStage { stage in
            try stage.set([stage.huobi(0.8), stage.binance(0.8)])
            try await stage.arm(above: 0.9, below: 0.75)
            let old = stage.now.milliseconds - 600_000
            try stage.set([
                "/market/tickers stopped=\(old) times=4", stage.huobi(0.8) + " times=3", stage.huobi(0.7),
                stage.binance(0.8),
            ])
            try await stage.expectOnlyTheWitness()
        }
    }

    /// The last poll of the old source and the first one of the new source see the condition as true, and the next one does not.
    @Test func aChangeOfSourceFiresNothing() async throws {
        try await withStage { stage in
            try await stage.arm(above: 1.1, below: 0.9)
            let old = stage.now.milliseconds - 600_000
            let huobiIsSilent = "/market/tickers stopped=\(old)"
            try stage.set([stage.huobi(1.15) + " times=1", huobiIsSilent, "/api/v3/ticker/24hr stopped=\(old)"])
            await stage.untilShown(1.15, from: "Huobi")
            stage.pass(seconds: 31)
            try stage.set([huobiIsSilent, stage.binance(1.15) + " times=1", stage.binance(1)])
            await stage.untilPriced(by: "Binance")
            await stage.untilShown(1, from: "Binance")
            try stage.set([stage.huobi(0.85), stage.binance(0.85)])
            try await stage.expectOnlyTheWitness()
        }
    }

    // MARK: The stage

    /// A server that asks its exchanges five times a second, and a user with two alerts on bitcoin.
    @MainActor
    private final class Stage {
        private static let bitcoin = CoinID(1)
        private let server: TestServer
        private let terminal: TestTerminal
        private let ahead: NIOLockedValueBox<Int64>
        /// Bitcoin's price at the start.
        private let base: Double
        private var witness: AlertID?

        init(_ server: TestServer, _ terminal: TestTerminal, _ ahead: NIOLockedValueBox<Int64>) throws {
            (self.server, self.terminal, self.ahead) = (server, terminal, ahead)
            base = try #require(terminal.table[0].approximatePrice)
        }

        var now: MarketTime { .now.adding(milliseconds: ahead.withLockedValue { $0 }) }

        /// Rules by which Bitcoin's price at an exchange is `factor` times the price at the start.
        func huobi(_ factor: Double) -> String { "/market/tickers price=btcusdt:\(price(factor))" }
        func binance(_ factor: Double) -> String { "/api/v3/ticker/24hr price=BTCUSDT:\(price(factor))" }

        func set(_ rules: [String]) throws { server.mock.setFaults(try rules.map { try Fault(rule: $0) }) }

        /// Waits until both alerts are armed. The second one is the witness.
        func arm(above: Double, below: Double) async throws {
            let conditions: [AlertCondition] = [.priceAbove(try limit(above)), .priceBelow(try limit(below))]
            let alerts = conditions.map { Alert(id: .random(), coin: Self.bitcoin, condition: $0) }
            for alert in alerts { terminal.link.user.mutate { _ in .add(alert) } }
            witness = alerts.last?.id
            await terminal.until { terminal in
                alerts.allSatisfy { terminal.user.state(of: $0)?.phase == .armed }
            }
        }

        /// The exchanges go on trading afterwards.
        func pass(seconds: Int64) {
            ahead.withLockedValue { $0 += seconds * 1000 }
            server.mock.advance()
        }

        func untilPriced(by exchange: String) async {
            await terminal.until { $0.table.source($0.table[0].pricing.source)?.provider == exchange }
            server.mock.advance()
        }

        func untilShown(_ factor: Double, from exchange: String) async {
            let price = Double(Int64(base * factor))
            await terminal.until { terminal in
                let row = terminal.table[0]
                return row.approximatePrice == price
                    && terminal.table.source(row.pricing.source)?.provider == exchange
            }
        }

        func expectOnlyTheWitness() async throws {
            await terminal.until { !$0.user.alertEvents.isEmpty }
            #expect(terminal.user.alertEvents.map(\.alert) == [witness])
        }

        private func limit(_ factor: Double) throws -> ExactDecimal {
            try ExactDecimal(mantissa: Int64(base * factor), exponent: 0)
        }

        private func price(_ factor: Double) -> String { "\(Int64(base * factor))" }
    }

    private func withStage(_ body: @MainActor (Stage) async throws -> Void) async throws {
        let ahead = NIOLockedValueBox(Int64(0))
        try await withTemporaryDirectory { directory in
            try await withServer(
                in: directory,
                ahead: ahead,
                configure: { $0.market.tickerInterval = .milliseconds(200) }
            ) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    await terminal.until { $0.table.source($0.table[0].pricing.source)?.provider == "Huobi" }
                    try await body(Stage(server, terminal, ahead))
                }
            }
        }
    }
}
