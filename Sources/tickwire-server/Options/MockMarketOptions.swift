import ArgumentParser
import MockMarket
import PushServer
import Shared

/// A generated market in the server's own process.
struct MockMarketOptions: ParsableArguments {
    @Option(help: "How many coins the mock market has.")
    var mockCoins = 1000

    @Option(help: "How often the mock market moves, in ticks per second.")
    var mockRate = 4.0

    @Option(help: "The share of the mock market's coins that move with each tick, 0 to 1.")
    var mockShare = 0.25

    @Option(help: "The seed of the mock market; the same seed gives the same prices.")
    var mockSeed: UInt64 = 1

    func validate() throws {
        guard 1...MarketTable.rowsMax ~= mockCoins else {
            throw ValidationError("--mock-coins \(mockCoins) is out of range; use 1 to \(MarketTable.rowsMax)")
        }
        guard mockRate > 0, mockRate <= 100 else {
            throw ValidationError("--mock-rate \(mockRate) is out of range; use more than 0 and at most 100")
        }
        guard 0...1 ~= mockShare else {
            throw ValidationError("--mock-share \(mockShare) is out of range; use 0 to 1")
        }
    }

    func start() async throws -> MockMarketServer {
        var mock = MockMarketServer.Configuration()
        mock.ticksPerSecond = mockRate
        mock.market.seed = mockSeed
        mock.market.coins = mockCoins
        mock.market.changedShare = mockShare
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
        market.coins = mockCoins
        market.listingInterval = .seconds(20)
        market.tickerInterval = .seconds(1) / mockRate
        return market
    }
}
