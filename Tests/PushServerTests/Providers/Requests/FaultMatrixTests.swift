import MockMarket
import Shared
import Testing

@testable import PushServer

/// Every fault of the mock for every request to a provider. Each gives the right typed error, and the next answer is
/// good.
@Suite(.timeLimit(.minutes(5)))
struct FaultMatrixTests {
    enum Connector: String, CaseIterable {
        case listing, info
        case symbols, tickers, kline
        case coins, minutes, hours, days
        case day, exchange, klines
        case rates, pastRates

        var provider: ProviderHost {
            switch self {
            case .listing, .info: .coinMarketCap
            case .symbols, .tickers, .kline: .huobi
            case .coins, .minutes, .hours, .days: .cryptoCompare
            case .day, .exchange, .klines: .binance
            case .rates, .pastRates: .europeanCentralBank
            }
        }

        /// - Returns: the number of decoded values.
        func ask(_ router: Router) async throws -> Int {
            let listings = CoinMarketCapClient(router: router, key: APIKey("key"))
            let exchange = HuobiClient(router: router)
            let archive = CryptoCompareClient(router: router, key: APIKey("key"))
            return switch self {
            case .listing: try await listings.listing().coins.count
            case .info: try await listings.detail(of: CoinID(1)).links.count
            case .symbols: try await exchange.pairs().value?.pairs.count ?? 0
            case .tickers: try await router.board(of: .huobi).tickers.count
            case .kline: try await exchange.series(of: "btcusdt", .hour, count: 50, until: nil).candles.count
            case .coins: try await archive.coins().value?.coins.count ?? 0
            case .minutes: try await archive.series(of: "BTC", .minutes, limit: 50).candles.count
            case .hours: try await archive.series(of: "BTC", .hours, limit: 50).candles.count
            case .days: try await archive.series(of: "BTC", .days, limit: 50).candles.count
            case .day: try await router.board(of: .binance).tickers.count
            case .exchange: try await BinanceClient(router: router).pairs().value?.pairs.count ?? 0
            case .rates:
                try await router.value(
                    of: .europeanCentralBankRates,
                    decode: EuropeanCentralBankFile.rates
                ).rates.rates.count
            case .pastRates:
                try await router.value(
                    of: .europeanCentralBankRecentRates,
                    decode: EuropeanCentralBankFile.history
                ).rates.days(of: "EUR", in: 0...100_000).count
            case .klines:
                try await BinanceClient(router: router).page(of: "BTCUSDT", .hour, count: 50, before: nil).candles.count
            }
        }
    }

    /// The remedy of a failure, without its words.
    enum Outcome: Equatable {
        case needsKey, rateLimited, paced, notListed, refused, unavailable, timedOut, tooLarge, badAnswer, cancelled

        init(_ failure: ProviderFailure) {
            self =
                switch failure {
                case .needsKey: .needsKey
                case .rateLimited: .rateLimited
                case .paced: .paced
                case .notListed: .notListed
                case .refused: .refused
                case .unavailable: .unavailable
                case .timedOut: .timedOut
                case .tooLarge: .tooLarge
                case .badAnswer: .badAnswer
                case .cancelled: .cancelled
                }
        }
    }

    private static let bodyMax = 8 << 20
    private static let faults: [Fault.Kind] =
        [401, 402, 403, 404, 410, 429, 500, 502, 503, 504].map { .status($0) } + [
            .status(429, retryAfter: 7), .status(503, retryAfter: 7), .slowHeaders(.seconds(600)),
            .slowBody(.seconds(600)), .never, .cutBody(after: 30), .reset, .malformedJSON, .wrongTypes, .htmlPage,
            .emptyBody, .errorUnder200, .monthSpent, .falseGzip, .largeBody(bytes: 64 << 20),
        ]

    /// As recorded from CoinMarketCap, Huobi and CryptoCompare.
    private static func expected(_ kind: Fault.Kind, _ connector: Connector) -> Outcome {
        switch kind {
        case .status(401, _): .needsKey
        // CryptoCompare's plans end in a rate limit, so the status only means "something went wrong" there.
        case .status(402, _): connector.provider == .cryptoCompare ? .unavailable : .needsKey
        // This is a firewall's refusal, unless the provider's own code says that the plan is too small.
        case .status(403, _): connector.provider == .coinMarketCap ? .needsKey : .unavailable
        case .status(429, _), .monthSpent: .rateLimited
        case .status: .unavailable
        case .slowHeaders, .slowBody, .never: .timedOut
        case .reset: .unavailable
        case .errorUnder200:
            switch connector.provider {
            case .cryptoCompare: .rateLimited
            // The provider never answers like this.
            case .binance, .europeanCentralBank: .badAnswer
            default: .unavailable
            }
        case .largeBody: .tooLarge
        default: .badAnswer
        }
    }

    @Test(arguments: Connector.allCases)
    func everyFaultIsTheRightErrorAndPasses(connector: Connector) async throws {
        try await withMockMarket(coins: 40) { _, mock in
            for kind in Self.faults {
                let isSlow = [.slowHeaders(.seconds(600)), .slowBody(.seconds(600)), .never].contains(kind)
                // libcurl repeats a request once if its reused connection was reset.
                mock.setFaults([Fault(path: "/", kind: kind, times: kind == .reset ? 2 : 1)])
                // Each time a new router, because this test is not about holds after a refusal.
                let told = try await withFreshRouter(mock, isImpatient: isSlow) { router in
                    await failure { try await connector.ask(router) }
                }
                #expect(
                    told.map(Outcome.init) == Self.expected(kind, connector),
                    "\(connector) met \(kind) as \(String(describing: told))"
                )
                if case .status(_, retryAfter: 7) = kind {
                    let until = testTime.adding(seconds: 7)
                    #expect(told.map { ProviderError(.huobiTickers, $0).notBefore } == until, "\(connector) \(kind)")
                }
                mock.setFaults([])
                let count = try await withFreshRouter(mock, isImpatient: false) { try await connector.ask($0) }
                #expect(count > 0, "\(connector) after \(kind)")
            }
        }
    }

    @Test(arguments: Connector.allCases)
    func aPackedAnswerIsAsGoodAsAPlainOne(connector: Connector) async throws {
        try await withMockMarket(coins: 40) { router, mock in
            let plain = try await connector.ask(router)
            mock.setFaults([Fault(path: "/", kind: .gzip)])
            let packed = try await connector.ask(router)
            #expect(packed == plain)
        }
    }

    private func withFreshRouter<Value>(
        _ mock: MockMarketServer,
        isImpatient: Bool,
        _ body: (Router) async throws -> Value
    ) async throws -> Value {
        var limits = RouterLimits.patient
        limits.bodyBytes = Self.bodyMax
        if isImpatient { limits.totalTime = .milliseconds(50) }
        return try await withRouter(base: mock.baseURL, limits: limits, body)
    }
}

extension Revision {
    fileprivate var value: Value? { if case .changed(let value, _) = self { value } else { nil } }
}
