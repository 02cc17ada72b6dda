package import Shared

/// Finds the alerts whose threshold is met by two successive polls of one source. For each poll, it reads only the
/// thresholds of coins that the poll changes, or that wait for a second poll.
struct AlertIndex {
    /// A threshold that counts as met.
    struct MetThreshold: Equatable {
        let slot: AlertSlot
        let price: ExactDecimal
        /// The provider of the price.
        let source: String
        /// Whether the threshold was met at every look at which its value was known since the index was made.
        let isFromStart: Bool
    }

    /// The last look at which a threshold was met.
    private struct Mark {
        var look: UInt32 = .max
        var isFromStart = false
    }

    private(set) var market: MarketTable
    private var coins: [CoinAlerts] = []
    private var indexOfCoin: [CoinID: Int32] = [:]
    /// The index of the coin in each row of the market; -1 if the coin has no alerts.
    private var indexOfRow: [Int32] = []
    private var rowOfIndex: [Int?] = []
    /// Unused places in `coins`.
    private var free: [Int32] = []
    private var marks: [Mark] = []
    /// The coins to look at with the next poll of their source, whether it changes them or not.
    private var waiting: Set<Int32> = []
    /// The coins to look at now, and when each coin was last among them.
    private var due: [Int32] = []
    private var dueAt: [UInt64] = []
    private var times: UInt64 = 0

    /// How many coins have alerts.
    var coinCount: Int { coins.count - free.count }

    init(market: MarketTable) {
        self.market = market
        mapRows(0..<market.count)
    }

    // MARK: Alerts

    mutating func reserveCapacity(_ count: Int) { marks.reserveCapacity(count) }

    /// Counts one more alert of a coin.
    mutating func add(_ gauge: AlertGauge, of coin: CoinID) { coins[Int(index(of: coin))].add(gauge) }

    /// Counts one alert less. A coin without alerts is forgotten, because users may name any coin.
    mutating func discard(_ gauge: AlertGauge, of coin: CoinID) {
        guard let index = indexOfCoin[coin] else { return }
        coins[Int(index)].discard(gauge)
        if !coins[Int(index)].isEmpty { return }
        if let row = rowOfIndex[Int(index)] { indexOfRow[row] = -1 }
        rowOfIndex[Int(index)] = nil
        indexOfCoin[coin] = nil
        waiting.remove(index)
        coins[Int(index)] = CoinAlerts()
        free.append(index)
    }

    mutating func insert(_ slot: AlertSlot, of coin: CoinID, _ gauge: AlertGauge, _ threshold: Threshold) {
        guard let index = indexOfCoin[coin] else { return }
        while marks.count <= slot { marks.append(Mark()) }
        marks[Int(slot)] = Mark()
        coins[Int(index)].insert(slot, gauge, threshold)
        waiting.insert(index)
    }

    mutating func remove(_ slot: AlertSlot, of coin: CoinID, _ gauge: AlertGauge, _ threshold: Threshold) {
        guard let index = indexOfCoin[coin] else { return }
        coins[Int(index)].remove(slot, gauge, threshold)
    }

    private mutating func index(of coin: CoinID) -> Int32 {
        if let known = indexOfCoin[coin] { return known }
        let index = free.popLast() ?? Int32(coins.count)
        if index == coins.count {
            coins.append(CoinAlerts())
            dueAt.append(0)
            rowOfIndex.append(nil)
        }
        indexOfCoin[coin] = index
        rowOfIndex[Int(index)] = market.row(of: coin)
        if let row = rowOfIndex[Int(index)] { indexOfRow[row] = index }
        return index
    }

    /// Rows are only added, but a listing that corrects itself may give a row another coin.
    private mutating func mapRows(_ rows: some Sequence<Int>) {
        while indexOfRow.count < market.count { indexOfRow.append(-1) }
        for row in rows {
            let former = indexOfRow[row]
            // If two rows swap their coins, the new row may be known already.
            if former >= 0, rowOfIndex[Int(former)] == row { rowOfIndex[Int(former)] = nil }
            indexOfRow[row] = -1
            guard let index = indexOfCoin[market.instrument(ofRow: row).coin] else { continue }
            (indexOfRow[row], rowOfIndex[Int(index)]) = (index, row)
            waiting.insert(index)
        }
    }

    // MARK: Minutes

    /// The coins whose alerts need prices of minutes before the present ones.
    func lackingMinutes(at now: MarketTime) -> [CoinID] {
        indexOfCoin.filter { coins[Int($0.value)].lacksMinutes(at: now) }.map(\.key)
    }

    /// The longest window of a coin's alerts, in minutes.
    func window(of coin: CoinID) -> Int { indexOfCoin[coin].flatMap { coins[Int($0)].window } ?? 0 }

    /// Adds the prices of a provider's candles, if the coin's price still comes from that provider.
    mutating func fill(_ coin: CoinID, with candles: [Candle], of provider: String, at now: MarketTime) {
        guard let index = indexOfCoin[coin], let row = rowOfIndex[Int(index)],
            let source = market.source(market[row].pricing.source), source.provider == provider
        else { return }
        coins[Int(index)].fill(candles, of: source.number, at: now)
    }

    // MARK: The market

    /// - Parameters:
    ///   - diff: what has changed; nil if nothing has.
    ///   - poll: the answer that caused the diff; nil if time or a source's trouble caused it.
    /// - Returns: the thresholds that count as met with this poll.
    mutating func follow(_ diff: MarketDiff?, _ poll: MarketPoll?) -> [MetThreshold] {
        times += 1
        due.removeAll(keepingCapacity: true)
        if let diff {
            market.follow(diff)
            if !diff.changes.instruments.isEmpty { mapRows(diff.changes.instruments.rows.map { Int($0) }) }
            noteSources(diff.changes)
            for row in diff.changes.prices.rows { note(indexOfRow[Int(row)]) }
            for row in diff.changes.dayChanges.rows { note(indexOfRow[Int(row)]) }
        }
        guard let poll else {
            // The next answer of their source looks at these coins.
            waiting.formUnion(due)
            return []
        }
        for index in waiting { note(index) }
        var met: [MetThreshold] = []
        for index in due { look(index, poll, into: &met) }
        return met
    }

    /// Notes a coin to look at, once. The index -1 stands for a row whose coin has no alerts.
    private mutating func note(_ index: Int32) {
        if index < 0 || dueAt[Int(index)] == times { return }
        dueAt[Int(index)] = times
        due.append(index)
    }

    private mutating func noteSources(_ changes: MarketChanges) {
        for (row, pricing) in zip(changes.pricings.rows, changes.pricings.values) {
            let index = indexOfRow[Int(row)]
            guard index >= 0, coins[Int(index)].isOfOther(pricing.source) else { continue }
            coins[Int(index)].breakOff()
            waiting.insert(index)
        }
    }

    private mutating func look(_ index: Int32, _ poll: MarketPoll, into met: inout [MetThreshold]) {
        let place = Int(index)
        guard let row = rowOfIndex[place] else { return }
        let quote = market[row]
        guard quote.pricing.source == poll.source else {
            waiting.insert(index)
            return
        }
        guard poll.hasHeard(row), !quote.isDelisted, let price = quote.exactPrice else {
            waiting.insert(index)
            return coins[place].breakOff()
        }
        let found = coins[place].look(quote, price, at: poll.time)
        // Every poll looks at a coin whose prices are sampled.
        let isAwaited = !found.isEmpty || coins[place].window != nil
        if isAwaited { waiting.insert(index) } else if !waiting.isEmpty { waiting.remove(index) }
        if found.isEmpty { return }
        let (looks, unbroken) = (coins[place].looks, coins[place].unbrokenSince)
        let source = market.source(poll.source)?.provider ?? ""
        for slot in found {
            let mark = marks[Int(slot)]
            let isSuccessive = mark.look != .max && mark.look + 1 == looks
            let isFirst = looks == 1 || coins[place].metByCandles.contains(slot)
            let isFromStart = isFirst || (isSuccessive && mark.isFromStart)
            marks[Int(slot)] = Mark(look: looks, isFromStart: isFromStart)
            if isSuccessive, mark.look >= unbroken {
                met.append(MetThreshold(slot: slot, price: price, source: source, isFromStart: isFromStart))
            }
        }
    }
}

/// An answer of a source that had something new.
package struct MarketPoll: Sendable {
    let source: SourceNumber
    /// The rows whose price was in the answer, changed or not, ascending. Prices that were held back or only repeated
    /// are left out.
    let rows: [Int]
    let time: MarketTime

    package init(_ source: SourceNumber, rows: some Sequence<Int>, at time: MarketTime) {
        (self.source, self.rows, self.time) = (source, rows.sorted(), time)
    }

    func hasHeard(_ row: Int) -> Bool {
        let place = rows.partitioningIndex { $0 >= row }
        return place < rows.count && rows[place] == row
    }
}
