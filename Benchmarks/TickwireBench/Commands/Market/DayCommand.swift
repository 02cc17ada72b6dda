import ArgumentParser
import Foundation
import PushServer
import Shared

struct DayCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract: "Memory over as many polls as a day has, one after the other without waiting."
    )

    @Option(help: "Coins.") var coins = 5000
    @Option(help: "Listings, one a minute.") var listings = 1440
    @Option(help: "Boards of tickers with each listing.") var boards = 4

    func measure() async throws -> Section {
        let mock = try MockProcess(coins: coins)
        defer { mock.stop() }
        let market = ProviderRouter(base: mock.base)
        let listed = CoinMarketCapClient(router: market.router, key: nil)
        guard case .changed(let pairs, _) = try await HuobiClient(router: market.router).pairs() else {
            throw BenchError.serverDidNotStart
        }
        var (feed, table) = (MarketFeed(), MarketTable())
        feed.prefer([.traded])
        let own = ProcessUsage(pid: getpid())
        var section = Section("day coins=\(coins) listings=\(listings) boards=\(listings * boards)")
        for poll in 0..<listings {
            let listing = try await listed.listing(limit: coins)
            _ = table.commit(feed.merge(listing, from: .listed, at: .now), time: .now).map(MarketTick.init)
            var last: TickerBoard?
            for _ in 0..<boards {
                let board = try await market.router.board(of: .huobi)
                _ = table.commit(feed.merge(board, from: .traded, at: .now), time: .now).map(MarketTick.init)
                last = board
            }
            let name = Provider.huobi.name
            let boards = last.map { [name: $0] } ?? [:]
            let symbols = SymbolMap(listing: listing, lists: [name: pairs], prices: boards)
            feed.assign(symbols.symbols(at: name), decimals: { _ in nil }, of: .traded, at: .now)
            if poll % max(1, listings / 8) == 0 || poll == listings - 1 {
                section.add("memory after \(poll + 1) listings", own.residentKiB / 1024, "MiB")
            }
        }
        await market.router.shutdown()
        return section
    }
}
