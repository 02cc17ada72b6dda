package import Shared

/// The latest prices of all pairs of an exchange.
package struct TickerBoard: Equatable, Sendable {
    /// When the exchange made the answer, by its own clock, which may be wrong; nil if the answer does not state it.
    package let time: MarketTime?
    /// In all quote currencies.
    package let tickers: [PairTicker]
    /// Pairs without a readable price.
    package let unpriced: [String]
    /// Rows without a pair or a price.
    package let badRows: Int
    /// Why the first bad row cannot be used.
    package let firstBadRow: String?

    package init(
        time: MarketTime?,
        tickers: [PairTicker],
        unpriced: [String] = [],
        badRows: Int = 0,
        firstBadRow: String? = nil
    ) {
        (self.time, self.tickers, self.unpriced) = (time, tickers, unpriced)
        (self.badRows, self.firstBadRow) = (badRows, firstBadRow)
    }
}

package struct PairTicker: Hashable, Sendable {
    /// In the exchange's spelling: `btcusdt`, `BTCUSDT`.
    package let pair: String
    /// The latest price, in the quote currency.
    package let close: ExactDecimal
}

// MARK: - Reading

extension TickerBoard {
    /// - Parameter time: see `time`.
    init(_ rows: TickerRows, of answer: HTTPAnswer, time: MarketTime?) throws(ProviderFailure) {
        guard rows.isList else { throw answer.badAnswer("it has no list of tickers") }
        try answer.check(ListRule(rows: "tickers"), good: rows.tickers.count + rows.untraded, bad: rows.bad)
        self.init(
            time: time,
            tickers: rows.tickers,
            unpriced: rows.unpriced,
            badRows: rows.bad,
            firstBadRow: rows.firstBad
        )
    }
}

/// The rows of an exchange's answer while they are being read.
struct TickerRows {
    /// The members of a row that count, by the names that most exchanges use.
    enum Member: String, CaseIterable {
        case pair = "symbol"
        case close
        /// The time of the row. Not all exchanges have it.
        case time
    }

    /// Whether the answer contains a list of rows.
    var isList = false
    private(set) var tickers: [PairTicker] = []
    private(set) var unpriced: [String] = []
    /// The number of pairs that have never traded.
    private(set) var untraded = 0
    private(set) var bad = 0
    private(set) var firstBad: String?
    /// The latest time of all rows.
    private(set) var latest: MarketTime?
    private let keepsUntraded: Bool
    /// Made once, because each member that is read is looked up here.
    private static let members = Member.allCases

    /// - Parameter keepsUntraded: whether the exchange lists pairs that have never traded, with a price of zero. Such
    ///   rows do not count as bad.
    init(keepsUntraded: Bool = false) { self.keepsUntraded = keepsUntraded }

    /// Reads a list of objects, one for each pair. Discards a list that was read before.
    /// - Parameter names: the exchange's own names, where they are not the usual ones.
    mutating func read(from reader: inout JSONReader, names: [Member: String] = [:]) throws(JSONError) {
        var rows = Self(keepsUntraded: keepsUntraded)
        let keys = Self.members.map { Array((names[$0] ?? $0.rawValue).utf8) }
        rows.isList = try reader.elements { reader throws(JSONError) in try rows.readRow(keys, &reader) }
        self = rows
    }

    /// - Parameter keys: those of `members`, in their order.
    private mutating func readRow(_ keys: [[UInt8]], _ reader: inout JSONReader) throws(JSONError) {
        var pair: String?
        var close: ExactDecimal?
        var time: MarketTime?
        try reader.members(named: keys) { reader, place throws(JSONError) in
            switch Self.members[place] {
            case .pair: pair = try reader.text()
            case .close: close = try reader.decimal()
            case .time: time = try reader.integer().map(MarketTime.init(milliseconds:))
            }
        }
        if let time { latest = max(latest ?? time, time) }
        add(pair, close: close)
    }

    /// - Parameters:
    ///   - pair: nil if the row has none.
    ///   - close: nil if the row has no readable price.
    mutating func add(_ pair: String?, close: ExactDecimal?) {
        if let pair, let close, close > .zero { return tickers.append(PairTicker(pair: pair, close: close)) }
        if let pair { unpriced.append(pair) }
        if keepsUntraded, pair != nil, close == .zero {
            untraded += 1
        } else {
            bad += 1
            firstBad = firstBad ?? pair.map { "\($0) has no price" } ?? "a row has no symbol"
        }
    }
}
