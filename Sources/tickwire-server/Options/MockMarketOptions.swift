import ArgumentParser
import MockMarket
import PushServer
import Shared

/// A generated market in the server's own process.
struct MockMarketOptions: ParsableArguments {
    @Option(help: "How many coins the mock market has. (default: 1000)")
    var mockCoins: Int?

    @Option(help: "How often the mock market moves, in ticks per second. (default: 4)")
    var mockRate: Double?

    @Option(help: "The share of the mock market's coins that move with each tick, 0 to 1. (default: 0.25)")
    var mockShare: Double?

    @Option(help: "The seed of the mock market; the same seed gives the same prices. (default: 1)")
    var mockSeed: Int?

    private var coins: Int { mockCoins ?? 1000 }
    private var rate: Double { mockRate ?? 4 }
    private var share: Double { mockShare ?? 0.25 }
    private var seed: Int { mockSeed ?? 1 }

    func validate() throws {
        guard 1...MarketTable.rowsMax ~= coins else {
            throw ValidationError("--mock-coins \(coins) is out of range; use 1 to \(MarketTable.rowsMax)")
        }
        guard rate > 0, rate <= 100 else {
            throw ValidationError("--mock-rate \(rate) is out of range; use more than 0 and at most 100")
        }
        guard 0...1 ~= share else { throw ValidationError("--mock-share \(share) is out of range; use 0 to 1") }
        guard seed >= 0 else { throw ValidationError("--mock-seed \(seed) is out of range; use 0 or more") }
    }

    /// A live market has none of this.
    func checkForLive(_ remedy: String) throws {
        let given = [
            ("--mock-coins", mockCoins != nil), ("--mock-rate", mockRate != nil), ("--mock-share", mockShare != nil),
            ("--mock-seed", mockSeed != nil),
        ]
        if let (name, _) = given.first(where: { $0.1 }) {
            throw ValidationError("\(name) has no effect on a live market; leave it out, or \(remedy)")
        }
    }

    func start() async throws -> MockMarketServer {
        var mock = MockMarketServer.Configuration()
        mock.ticksPerSecond = rate
        mock.market.seed = UInt64(seed)
        mock.market.coins = coins
        mock.market.changedShare = share
        return try await MockMarketServer.start(mock)
    }

    /// The market that the server reads from the mock.
    func market(at mock: MockMarketServer, _ providers: ProviderOptions) throws -> ServerConfiguration.Market {
        var market = ServerConfiguration.Market(environment: .qa(at: mock.baseURL))
        market.kind = .mock
        // The mock wants a key where the provider wants one, and accepts any.
        for provider in market.providers where provider.key?.isRequired == true {
            market.keys[provider.name] = APIKey("mock")
        }
        try providers.apply(to: &market)
        market.coins = coins
        market.listingInterval = .seconds(20)
        market.tickerInterval = .seconds(1) / rate
        return market
    }
}
