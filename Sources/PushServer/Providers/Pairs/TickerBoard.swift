package import Shared

/// The latest price of every pair that an exchange trades.
package struct TickerBoard: Equatable, Sendable {
    /// When the exchange made the answer, by its own clock, which may be off; nil: it does not say.
    package let time: MarketTime?
    /// Against all quote currencies.
    package let tickers: [PairTicker]
    /// Pairs without a price that can be read.
    package let unpriced: [String]
    /// Rows that lacked a pair or a price.
    package let badRows: Int
    /// Why the first of them cannot be used.
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
    /// As the exchange spells it: `btcusdt`, `BTCUSDT`.
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

/// The rows of an exchange's answer as they are read.
struct TickerRows {
    /// The names of a row's members, where rows are objects in a list. The default is the name that most exchanges use.
    struct Names {
        var pair = "symbol"
        var close: String
        /// When the row was made; nil: rows do not say.
        var time: String?
    }

    /// Whether the answer has such rows at all.
    var isList = false
    private(set) var tickers: [PairTicker] = []
    private(set) var unpriced: [String] = []
    /// Pairs that nobody has traded.
    private(set) var untraded = 0
    private(set) var bad = 0
    private(set) var firstBad: String?
    /// When the latest of the rows was made.
    private(set) var latest: MarketTime?
    private let keepsUntraded: Bool

    /// - Parameter keepsUntraded: whether the exchange lists pairs that nobody has traded, with a price of zero. Such a row is no
    ///   bad one.
    init(keepsUntraded: Bool = false) { self.keepsUntraded = keepsUntraded }

    /// Reads a list of objects, one for each pair, and forgets one that was read before.
    mutating func read(_ names: Names, from reader: inout JSONReader) throws(JSONError) {
        var rows = Self(keepsUntraded: keepsUntraded)
        rows.isList = try reader.elements { reader throws(JSONError) in try rows.readRow(names, &reader) }
        self = rows
    }

    private mutating func readRow(_ names: Names, _ reader: inout JSONReader) throws(JSONError) {
        var pair: String?
        var close: ExactDecimal?
        var time: MarketTime?
        try reader.members { reader, key throws(JSONError) in
            switch key {
            case names.pair: pair = try reader.text()
            case names.close: close = try reader.decimal()
            case names.time: time = try reader.integer().map(MarketTime.init(milliseconds:))
            default: break
            }
        }
        if let time { latest = max(latest ?? time, time) }
        add(pair, close: close)
    }

    /// - Parameters:
    ///   - pair: nil where the row has none.
    ///   - close: nil where it has none that can be read.
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
