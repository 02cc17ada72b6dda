internal import SwiftProtobuf

// All columns of the market table. To add a column, describe its group in `MarketGroups`, give it a place
// in `MarketColumns`, `MarketChanges` and `Quote`, and name it in `visitAll`. Diffs, merging, hashes, the wire and JSON
// follow.

/// The columns of the market table, by group.
struct MarketColumns: Sendable {
    var instruments: Column<Instrument> = Column(MarketGroups.instruments)
    var pricings: Column<Pricing> = Column(MarketGroups.pricings)
    var prices: Column<UInt64?> = Column(MarketGroups.prices)
    var dayChanges: Column<Percent?> = Column(MarketGroups.dayChanges)
    var trends: Column<Trend> = Column(MarketGroups.trends)
    var volumes: Column<UInt64?> = Column(MarketGroups.volumes)
    var fundamentals: Column<Fundamentals> = Column(MarketGroups.fundamentals)
    var delistings: Column<Bool> = Column(MarketGroups.delistings)
}

/// New values for some rows, by group.
public struct MarketChanges: Hashable, Sendable {
    public var instruments = ColumnChanges<Instrument>()
    public var pricings = ColumnChanges<Pricing>()
    public var prices = ColumnChanges<UInt64?>()
    public var dayChanges = ColumnChanges<Percent?>()
    public var trends = ColumnChanges<Trend>()
    public var volumes = ColumnChanges<UInt64?>()
    public var fundamentals = ColumnChanges<Fundamentals>()
    public var delistings = ColumnChanges<Bool>()
    /// The sources that have changed.
    public var sources: [MarketSource] = []

    public init() {}
}

/// Everything that the market table holds of one row.
public struct Quote: Hashable, Sendable {
    public var instrument: Instrument
    public var pricing: Pricing
    /// The price times ten to the power of `pricing.decimals`; nil if unknown.
    public var mantissa: UInt64?
    public var dayChange: Percent?
    public var trend: Trend
    /// In whole USD over 24 hours.
    public var volume: UInt64?
    public var fundamentals: Fundamentals
    public var isDelisted: Bool

    init(_ columns: MarketColumns, row: Int) {
        instrument = columns.instruments.values[row]
        pricing = columns.pricings.values[row]
        mantissa = columns.prices.values[row]
        dayChange = columns.dayChanges.values[row]
        trend = columns.trends.values[row]
        volume = columns.volumes.values[row]
        fundamentals = columns.fundamentals.values[row]
        isDelisted = columns.delistings.values[row]
    }
}

/// The groups, each described once.
enum MarketGroups {
    /// Visits every group by number, the order in which hashes travel, with its column and its changes.
    static func visitAll<Visitor: GroupVisitor>(
        _ visitor: inout Visitor,
        _ columns: inout MarketColumns,
        _ changes: inout MarketChanges
    ) throws(Visitor.Failure) {
        try visitor.visit(instruments, &columns.instruments, &changes.instruments)
        try visitor.visit(pricings, &columns.pricings, &changes.pricings)
        try visitor.visit(prices, &columns.prices, &changes.prices)
        try visitor.visit(dayChanges, &columns.dayChanges, &changes.dayChanges)
        try visitor.visit(trends, &columns.trends, &changes.trends)
        try visitor.visit(volumes, &columns.volumes, &changes.volumes)
        try visitor.visit(fundamentals, &columns.fundamentals, &changes.fundamentals)
        try visitor.visit(delistings, &columns.delistings, &changes.delistings)
    }

    static let instruments: MarketGroup<Instrument> = MarketGroup(
        1,
        start: Instrument(coin: CoinID(0), symbol: "", name: "", kind: .coin),
        read: { wire throws(FrameError) in try ColumnChanges(wire: wire.instruments) },
        write: { changes, wire in wire.instruments = changes.wire },
        json: { instrument in
            [
                .init("id", .number(UInt64(instrument.coin.rawValue))), .init("symbol", .text(instrument.symbol)),
                .init("name", .text(instrument.name)),
                .init("kind", .text(instrument.kind == .coin ? "coin" : "token")),
            ]
        }
    )

    /// No JSON: a price is printed with its source and age, which need more than the row.
    static let pricings: MarketGroup<Pricing> = MarketGroup(
        2,
        start: .none,
        read: { wire throws(FrameError) in try ColumnChanges(wire: wire.pricings) },
        write: { changes, wire in wire.pricings = changes.wire }
    )

    static let prices: MarketGroup<UInt64?> = MarketGroup(
        3,
        start: nil,
        read: { wire throws(FrameError) in try ColumnChanges(gaps: wire.prices.gaps, numbers: wire.prices.mantissas) },
        write: { changes, wire in
            wire.prices = .with { ($0.gaps, $0.mantissas) = (changes.gaps, changes.values.map(\.plusOne)) }
        }
    )

    static let dayChanges: MarketGroup<Percent?> = MarketGroup(
        4,
        start: nil,
        read: { wire throws(FrameError) in
            try ColumnChanges(gaps: wire.dayChanges.gaps, percents: wire.dayChanges.hundredths)
        },
        write: { changes, wire in
            wire.dayChanges = .with { ($0.gaps, $0.hundredths) = (changes.gaps, changes.values.map(\.orUnknown)) }
        },
        json: { [.init("change_24h", $0.map(MarketFigure.points))] }
    )

    static let trends: MarketGroup<Trend> = MarketGroup(
        5,
        start: Trend(hour: nil, week: nil),
        read: { wire throws(FrameError) in try ColumnChanges(wire: wire.trends) },
        write: { changes, wire in wire.trends = changes.wire },
        json: { trend in
            [
                .init("change_1h", trend.hour.map(MarketFigure.points)),
                .init("change_7d", trend.week.map(MarketFigure.points)),
            ]
        }
    )

    static let volumes: MarketGroup<UInt64?> = MarketGroup(
        6,
        start: nil,
        read: { wire throws(FrameError) in try ColumnChanges(gaps: wire.volumes.gaps, numbers: wire.volumes.usd) },
        write: { changes, wire in
            wire.volumes = .with { ($0.gaps, $0.usd) = (changes.gaps, changes.values.map(\.plusOne)) }
        },
        json: { [.init("volume_24h", $0.map(MarketFigure.number))] }
    )

    static let fundamentals: MarketGroup<Fundamentals> = MarketGroup(
        7,
        start: Fundamentals(rank: nil, supply: nil),
        read: { wire throws(FrameError) in try ColumnChanges(wire: wire.fundamentals) },
        write: { changes, wire in wire.fundamentals = changes.wire },
        json: { figures in
            [
                .init("rank", figures.rank.map { .number(UInt64($0)) }),
                .init("circulating_supply", figures.supply.map(MarketFigure.number)),
            ]
        }
    )

    static let delistings: MarketGroup<Bool> = MarketGroup(
        8,
        start: false,
        read: { wire throws(FrameError) in
            let delisted = wire.listings.delisted
            return try ColumnChanges(gaps: wire.listings.gaps, columns: delisted.count) { delisted[$0] }
        },
        write: { changes, wire in wire.listings = .with { ($0.gaps, $0.delisted) = (changes.gaps, changes.values) } }
    )
}
