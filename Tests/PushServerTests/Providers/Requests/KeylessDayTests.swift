import Shared
import Testing

@testable import PushServer

/// A private server without keys runs for a day. Its requests are counted against each provider's limits.
struct KeylessDayTests {
    /// The requests, with their times and costs.
    private struct Ledger {
        private(set) var entries: [RequestQuota: [(milliseconds: Int64, cost: Int)]] = [:]

        mutating func note(_ endpoint: Endpoint, at time: MarketTime) throws {
            let quota = try #require(endpoint.quota)
            entries[quota, default: []].append((time.milliseconds, endpoint.cost))
        }

        /// The highest cost in any span of this length.
        func most(of quota: RequestQuota, in length: Duration) -> Int {
            let all = entries[quota] ?? []
            var (first, sum, most) = (0, 0, 0)
            for entry in all {
                sum += entry.cost
                while all[first].milliseconds <= entry.milliseconds - length.milliseconds {
                    sum -= all[first].cost
                    first += 1
                }
                most = max(most, sum)
            }
            return most
        }
    }

    private struct Asking {
        let endpoint: Endpoint
        let interval: Duration
        var next: MarketTime
    }

    /// The pollers send requests as usual, and charts as many as they may.
    @Test func withoutKeysADayStaysWithinEveryLimitAndPricesNeverWait() throws {
        var market = ServerConfiguration.Market(environment: .production)
        market.pace(creditsPerMonth: 15_000)
        let start = MarketTime(seconds: 1_800_000_000)
        func polled(_ endpoint: Endpoint, every interval: Duration) -> Asking {
            Asking(endpoint: endpoint, interval: interval, next: start)
        }
        var polls = [
            polled(.coinMarketCapListing(start: 1, limit: market.coins, key: nil), every: market.listingInterval),
            polled(.huobiTickers, every: try interval(of: .huobi, market)),
            polled(.binanceTickers, every: try interval(of: .binance, market)),
            polled(.huobiSymbols, every: .seconds(3600)), polled(.binancePairs, every: .seconds(3600)),
        ]
        let charts: [Endpoint] = [
            .huobiCandles(pair: "btcusdt", period: "1min", size: 300), .coinMarketCapInfo(CoinID(1), key: nil),
        ]
        let budgets = RequestBudgets()
        var ledger = Ledger()
        for step in 0..<Int64(86_400 * 2) {
            let now = start.adding(milliseconds: step * 500)
            for index in polls.indices where polls[index].next <= now {
                let endpoint = polls[index].endpoint
                guard budgets.take(endpoint, at: now) == .granted else {
                    Issue.record("\(endpoint) has to wait at \(now)")
                    return
                }
                try ledger.note(endpoint, at: now)
                polls[index].next = now.adding(polls[index].interval)
            }
            for endpoint in charts where budgets.take(endpoint, at: now) == .granted {
                try ledger.note(endpoint, at: now)
            }
        }
        #expect(ledger.most(of: .coinMarketCap, in: .seconds(60)) <= 30)
        #expect(ledger.most(of: .huobiMarketData, in: .seconds(10)) <= 100)
        #expect(ledger.most(of: .huobiReferenceData, in: .seconds(10)) <= 100)
        #expect(ledger.most(of: .binance, in: .seconds(60)) <= 6000)
        // The daily limit without a key is not published. The listing alone takes no more than this.
        #expect(market.listingInterval == .seconds(300))
    }

    private func interval(of provider: Provider, _ market: ServerConfiguration.Market) throws -> Duration {
        max(market.tickerInterval, try #require(provider.tickers).intervalMin)
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
