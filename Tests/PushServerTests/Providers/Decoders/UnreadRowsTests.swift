import Logging
import MockMarket
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

/// The reports about unreadable rows, for every kind of request.
@Suite(.timeLimit(.minutes(5)))
struct UnreadRowsTests {
    // MARK: The rule

    private let start = MarketTime(seconds: 1000)

    private func board(bad: Int, first: String = "xusdt has no price") -> TickerBoard {
        let ticker = PairTicker(pair: "btcusdt", close: .zero)
        let good = [PairTicker](repeating: ticker, count: 95)
        return TickerBoard(time: start, tickers: good, badRows: bad, firstBadRow: bad > 0 ? first : nil)
    }

    @Test func eachRowIsCountedAndAFaultIsReportedOnce() {
        var unread = UnreadRows()
        let lines = (Int64(0)..<5).map { unread.note(board(bad: 5), of: .huobiTickers, at: start.adding(seconds: $0)) }
        #expect(unread.count == 25)
        #expect(
            lines.compactMap(\.self) == [
                "5 of 100 rows of Huobi (GET /market/tickers) cannot be used; the first: xusdt has no price"
            ]
        )
        #expect(unread.note(board(bad: 5), of: .huobiTickers, at: start.adding(seconds: 600)) != nil, "and if it lasts")
    }

    @Test func aFaultThatChangesEachSecondIsReportedEachMinute() {
        var unread = UnreadRows()
        let lines = (Int64(0)..<120).compactMap {
            unread.note(board(bad: 1 + Int($0 % 2)), of: .huobiTickers, at: start.adding(seconds: $0))
        }
        #expect(lines.count == 2)
    }

    @Test func aFaultThatComesBackIsNews() {
        var unread = UnreadRows()
        let lines = [1, 0, 1].compactMap { unread.note(board(bad: $0), of: .huobiTickers, at: start) }
        #expect(lines.count == 2)
    }

    // MARK: Every kind of request

    /// One request to a provider, and the fault of the first unreadable row of its answer.
    struct Question: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: String
        let fault: String
        let ask: @Sendable (Router) async throws -> Void

        init(
            _ name: String,
            _ answer: String,
            _ fault: String,
            _ ask: @escaping @Sendable (Router) async throws -> Void
        ) {
            (testDescription, self.answer, self.fault, self.ask) = (name, answer, fault, ask)
        }
    }

    static let questions = [
        Question(
            "listing",
            #"{"status":{"error_code":0},"data":[{"id":1,"name":"Bitcoin","symbol":"BTC"},{"id":2,"name":"Litecoin"}]}"#,
            "1 of 2 rows of CoinMarketCap (GET /public-api/v3/cryptocurrency/listings/latest) cannot be used; "
                + "the first: id:2 has no symbol"
        ) { _ = try await CoinMarketCapClient(router: $0, key: nil).listing(limit: 2) },
        Question(
            "tickers",
            #"{"status":"ok","data":[{"symbol":"btcusdt","close":1},{"symbol":"ltcusdt"}]}"#,
            "1 of 2 rows of Huobi (GET /market/tickers) cannot be used; the first: ltcusdt has no price"
        ) { _ = try await $0.board(of: .huobi) },
        Question(
            "pairs",
            Samples.symbols,
            "2 of 6 rows of Huobi (GET /v1/common/symbols) cannot be used; the first: evenusdt is not odd and usdt"
        ) { _ = try await HuobiClient(router: $0).pairs() },
        Question(
            "coins",
            Samples.coins,
            "1 of 4 rows of CryptoCompare (GET /data/all/coinlist) cannot be used; the first: a row has no symbol"
        ) { _ = try await CryptoCompareClient(router: $0, key: APIKey("key")).coins() },
        Question(
            "candles",
            #"{"status":"ok","data":[{"id":1699999200,"open":2,"high":1,"low":3,"close":2},"#
                + #"{"id":1699995600,"open":2,"high":3,"low":1,"close":2}]}"#,
            "1 of 2 rows of Huobi (GET /market/history/kline) cannot be used; "
                + "the first: the prices at 2023-11-14T22:00:00.000Z make no candle"
        ) { _ = try await HuobiClient(router: $0).series(of: "btcusdt", .hour, count: 2, until: nil) },
        Question(
            "rates",
            ExchangeRatesDecoderTests.sample.replacing("'164.20'", with: "'many'"),
            "1 of 3 rows of European Central Bank (GET /stats/eurofxref/eurofxref-daily.xml) cannot be used; "
                + "the first: JPY on 2023-11-14 has no rate"
        ) { _ = try await Provider.europeanCentralBank.rates?.source(ProviderAccess(router: $0, key: nil))(nil) },
        Question(
            "past rates",
            ExchangeRatesDecoderTests.sample.replacing("'JPY'", with: "'yen'"),
            "1 of 3 rows of European Central Bank (GET /stats/eurofxref/eurofxref-hist-90d.xml) cannot be used; "
                + "the first: 'yen' on 2023-11-14 is no currency"
        ) { _ = try await Provider.europeanCentralBank.rates?.history(ProviderAccess(router: $0, key: nil))(.recent) },
    ]

    @Test(arguments: questions)
    func rowsThatCannotBeReadAreCountedAndReportedWithTheirNumberAndTheFirstReason(question: Question) async throws {
        let server = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { _ in MockReply(text: question.answer)
        }
        let log = NIOLockedValueBox("")
        let bases = Dictionary(uniqueKeysWithValues: Provider.hosts.map { ($0, server.baseURL) })
        let router = Router(
            environment: ProviderEnvironment(.qa, bases: bases),
            limits: .patient,
            budgets: RequestBudgets([:]),
            logger: Logger(label: "test") { StreamLogHandler(label: $0, stream: Lines(text: log)) },
            now: { testTime }
        )
        for _ in 0..<2 { try await question.ask(router) }
        let bad = question.fault.split(separator: " ").first.flatMap { Int($0) }
        #expect(router.unreadRows == bad.map { $0 * 2 })
        let lines = log.withLockedValue { $0 }.split(separator: "\n")
        #expect(lines.count == 1 && lines.first?.hasSuffix(question.fault) == true, "\(lines)")
        await router.shutdown()
        await server.stop()
    }

    private struct Lines: TextOutputStream, Sendable {
        let text: NIOLockedValueBox<String>
        func write(_ string: String) { text.withLockedValue { $0 += string } }
    }
}
