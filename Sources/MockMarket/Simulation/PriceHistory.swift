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
