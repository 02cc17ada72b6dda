import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// A tick costs only what it changes. All other rows stay the same objects, and only rows that may have moved are
/// sorted again.
@MainActor
struct TickTests {
    private let columns: [QuoteColumn] = [.rank, .coinName, .price, .dayChange, .volume, .marketCap]

    private func market(_ count: Int) -> [TestCoin] {
        (1...count).map { TestCoin(id: UInt32($0), symbol: "C\($0)", name: "Coin \($0)", price: "\($0).00") }
    }

    /// Changes the market as the server's diffs do.
    private func diff(_ scene: Scene, _ changes: MarketChanges) {
        var table = scene.link.market.table
        guard let diff = table.commit(changes, time: table.time) else { return }
        #expect(scene.link.market.receive(diff) == nil)
    }

    @Test func aTickRebuildsOnlyTheRowsThatItChanges() {
        let scene = Scene()
        _ = scene.pricesView.picture()
        let before = scene.prices.list.content
        var changes = MarketChanges()
        changes.prices.append(6_712_400, row: 0)
        diff(scene, changes)
        _ = scene.pricesView.picture()
        let after = scene.prices.list.content
        #expect(after.row(at: 0) !== before.row(at: 0) && after.row(at: 0)?.flash == .up)
        for place in 1..<after.rows.count { #expect(after.row(at: place) === before.row(at: place)) }
    }

    @Test func aRowIsRebuiltWhenItsFlashIsOver() {
        let scene = Scene()
        _ = scene.pricesView.picture()
        scene.tick { $0.setPrice(6_712_400, row: 0) }
        _ = scene.pricesView.picture()
        let lit = scene.prices.list.content
        scene.time.advance(by: PriceFlashes.length)
        _ = scene.pricesView.picture()
        let after = scene.prices.list.content
        #expect(after.row(at: 0)?.flash == nil)
        for place in 1..<after.rows.count { #expect(after.row(at: place) === lit.row(at: place)) }
    }

    /// The prices themselves do not change.
    @Test func aSourceThatFallsSilentMakesItsPricesOld() {
        let scene = Scene(sources: [.huobi(.live)])
        _ = scene.pricesView.picture()
        #expect(scene.prices.list.content.row(at: 0)?.isOld == false)
        var changes = MarketChanges()
        changes.sources = [.huobi(.down)]
        diff(scene, changes)
        _ = scene.pricesView.picture()
        #expect(scene.prices.list.content.row(at: 0)?.isOld == true)
    }

    @Test(arguments: 1...20)
    func anOrderThatFollowsIsTheOrderMadeAnew(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = MarketTable.of(market(60))
        var index = InstrumentIndex()
        let sort = PriceSort(columns.randomElement(using: &random) ?? .price, isDescending: .random(using: &random))
        let favorites: Set<CoinID> = [CoinID(3)]
        let coins = (1...30).map { CoinID($0 * 3) }
        for members in [ListQuery.Members.market(coinsOnly: false, favorites: favorites), .coins(coins)] {
            let query = ListQuery(members: members, order: .sorted(sort))
            var order = PriceOrder(table: table, query: query, index: &index)
            for _ in 0..<40 {
                var changes = MarketChanges()
                let rows = Set((0..<3).map { _ in UInt32.random(in: 0..<60, using: &random) }).sorted()
                for row in rows.map(Int.init) {
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: changes.prices.append(.random(in: 1...9000, using: &random), row: row)
                    case 1: changes.volumes.append(.random(in: 1...900, using: &random), row: row)
                    case 2:
                        let rank = UInt32.random(in: 1...60, using: &random)
                        changes.fundamentals.append(Fundamentals(rank: rank, supply: 5), row: row)
                    default: changes.delistings.append(.random(using: &random), row: row)
                    }
                }
                let before = table.sequence
                _ = table.commit(changes, time: table.time)
                let changed = table.rows(changedSince: before)
                let isOther = order.follow(table, changed: changed, query: query, index: &index)
                let anew = PriceOrder(table: table, query: query, index: &index)
                #expect(order.items == anew.items, "sorted by \(sort.column.name)")
                #expect(changed.allSatisfy { rows.contains(UInt32($0)) })
                if changed.isEmpty { #expect(!isOther) }
            }
        }
    }
}

extension MarketSource {
    fileprivate static func huobi(_ state: State) -> MarketSource {
        let time = MarketTime(seconds: 1_700_000_000)
        return MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: state,
            since: time,
            lastEvent: time
        )
    }
}
