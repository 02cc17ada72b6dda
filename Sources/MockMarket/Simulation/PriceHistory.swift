import Shared

/// The prices an hour, a day and a week ago. Each moves on in 24 steps.
struct PriceHistory: Sendable {
    private static let lengths: [Int64] = [60, 1440, 10_080]
    /// How long one step of each window lasts.
    static let stepMilliseconds: [Int64] = lengths.map { $0 * 60_000 / 24 }

    private var bases: [Int64] = []

    init(_ record: PriceRecord, birth: Int64, at time: MarketTime) {
        bases = Self.lengths.map { Self.base($0, record, birth: birth, at: time) }
    }

    mutating func roll(_ window: Int, _ record: PriceRecord, birth: Int64, at time: MarketTime) {
        bases[window] = Self.base(Self.lengths[window], record, birth: birth, at: time)
    }

    /// The price a day ago.
    var dayBase: Int64 { bases[1] }

    func hour(to price: Int64) -> Int64 { change(0, price) }
    func day(to price: Int64) -> Int64 { change(1, price) }
    func week(to price: Int64) -> Int64 { change(2, price) }

    /// In 10^-8 percent points, the unit of the listing.
    private func change(_ window: Int, _ price: Int64) -> Int64 {
        Int64(clamping: (Int128(price) - Int128(bases[window])) * 10_000_000_000 / Int128(bases[window]))
    }

    /// The price at the beginning of the minute that long ago. A younger coin has its first price.
    private static func base(_ minutes: Int64, _ record: PriceRecord, birth: Int64, at time: MarketTime) -> Int64 {
        record.span(ofMinute: max(birth, time.minute - minutes)).open
    }
}

/// The source of a coin's prices: generated, or recorded and played again. The `span` of a value never changes.
enum PriceRecord: Sendable {
    case generated(PricePath)
    case recorded(MinuteTape)

    /// Passes all spans of `length` minutes that touch `minutes`, in order, with their first minute.
    /// - Parameter length: 1, 5, 15, 30, 60, 240 or 480; spans begin at whole multiples of it.
    func forEachSpan(ofMinutes length: Int64, in minutes: Range<Int64>, _ take: (Int64, PriceSpan) -> Void) {
        switch self {
        case .generated(let path): path.forEachSpan(ofMinutes: length, in: minutes, take)
        case .recorded(let tape): tape.forEachSpan(ofMinutes: length, in: minutes, take)
        }
    }

    /// Everything that happened in `minutes`, as one span; nil if there are none.
    func span(of minutes: Range<Int64>) -> PriceSpan? {
        switch self {
        case .generated(let path): path.span(of: minutes)
        case .recorded(let tape): tape.span(of: minutes)
        }
    }

    func span(ofMinute minute: Int64) -> PriceSpan {
        span(of: minute..<minute + 1) ?? PriceSpan(flatAt: 1)
    }
}

/// The present minute of a coin: the movement that its record predicts for the whole minute, and the prices seen so
/// far.
///
/// The live price stays within the record's high and low and ends at its close. So the finished minute of the record
/// agrees with every price that was ever sent.
struct LiveMinute: Sendable {
    /// Since 1970.
    let minute: Int64
    let span: PriceSpan
    private var seenHigh: Int64
    private var seenLow: Int64

    init(_ minute: Int64, _ record: PriceRecord) {
        self.minute = minute
        span = record.span(ofMinute: minute)
        (seenHigh, seenLow) = (span.open, span.open)
    }

    /// The highest price so far. `price` may be from an earlier minute.
    func high(_ price: Int64) -> Int64 { max(seenHigh, price) }
    func low(_ price: Int64) -> Int64 { min(seenLow, price) }

    /// The price on the straight line from open to close.
    func aim(at time: MarketTime) -> Int64 {
        span.open + (span.close - span.open) * time.millisecondsIntoMinute / 60_000
    }

    /// A price near that line. It differs from `price` if the minute has more than one price.
    mutating func step(from price: Int64, at time: MarketTime, _ random: inout SeededGenerator) -> Int64 {
        let noise = (span.high - span.low) * random.bell() / 1155 / 8
        let bits = random.next()
        var next = min(max(price + (aim(at: time) - price) / 4 + noise, span.low), span.high)
        if next == price, span.high > span.low {
            let isUp = price == span.low || (price != span.high && bits & 1 == 0)
            next += isUp ? 1 : -1
        }
        (seenHigh, seenLow) = (max(seenHigh, next), min(seenLow, next))
        return next
    }
}
