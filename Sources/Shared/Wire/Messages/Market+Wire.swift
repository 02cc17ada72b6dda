internal import SwiftProtobuf

extension MarketDiff {
    init(wire: WireMarketDiff) throws(FrameError) {
        self.init(
            from: wire.from,
            to: wire.to,
            time: MarketTime(wire: wire.timeMs),
            hashes: wire.hashes,
            changes: try MarketChanges(wire: wire.rows)
        )
    }

    var wire: WireMarketDiff {
        .with { wire in
            wire.from = from
            wire.to = to
            wire.timeMs = time.wire
            wire.hashes = hashes
            wire.rows = changes.wire
        }
    }
}

extension MarketPart {
    init(wire: WireSnapshotPart) throws(FrameError) {
        self.init(
            epoch: MarketEpoch(rawValue: wire.epoch),
            sequence: wire.sequence,
            firstRow: Int(wire.firstRow),
            isLast: wire.last,
            time: MarketTime(wire: wire.timeMs),
            changes: try MarketChanges(wire: wire.rows),
            diffFollows: wire.last && wire.diffFollows
        )
    }

    var wire: WireSnapshotPart {
        .with { wire in
            wire.epoch = epoch.rawValue
            wire.sequence = sequence
            wire.firstRow = UInt32(firstRow)
            wire.last = isLast
            wire.timeMs = time.wire
            wire.rows = changes.wire
            wire.diffFollows = diffFollows
        }
    }
}

/// Rows as gaps: the first row, then the distance from each to the next.
private enum Gaps {
    static func encode(_ rows: [UInt32]) -> [UInt32] {
        var previous: UInt32 = 0
        return rows.map { row in
            defer { previous = row }
            return row - previous
        }
    }

    static func decode(_ gaps: [UInt32]) throws(FrameError) -> [UInt32] {
        var rows: [UInt32] = []
        rows.reserveCapacity(gaps.count)
        var row: UInt32 = 0
        for (index, gap) in gaps.enumerated() {
            let (sum, overflow) = row.addingReportingOverflow(gap)
            if overflow || (gap == 0 && index > 0) { throw .malformed("the rows of a group do not ascend") }
            row = sum
            rows.append(row)
        }
        return rows
    }
}

extension ColumnChanges {
    var gaps: [UInt32] { Gaps.encode(rows) }

    /// `columns` are the lengths of the group's columns, and `value` reads the value at an index.
    init(
        gaps: [UInt32],
        columns: Int...,
        value: (Int) throws(FrameError) -> Value
    ) throws(FrameError) {
        for length in columns where length != gaps.count {
            throw .malformed("a group has \(gaps.count) rows and a column of \(length)")
        }
        var values: [Value] = []
        values.reserveCapacity(gaps.count)
        for index in gaps.indices { values.append(try value(index)) }
        self.init(rows: try Gaps.decode(gaps), values: values)
    }
}

extension Percent {
    fileprivate init?(wire: Int32) {
        if wire < Self.hundredthsMin { return nil }
        self.init(hundredths: Int(wire))
    }
}

extension UInt64? {
    /// A column marked [+1].
    fileprivate init(wire: UInt64) { self = wire == 0 ? nil : wire - 1 }
}

extension ColumnChanges<UInt64?> {
    /// A group of one column, marked [+1].
    init(gaps: [UInt32], numbers: [UInt64]) throws(FrameError) {
        try self.init(gaps: gaps, columns: numbers.count) { Optional(wire: numbers[$0]) }
    }
}

extension ColumnChanges<Percent?> {
    /// A group of one column.
    init(gaps: [UInt32], percents: [Int32]) throws(FrameError) {
        try self.init(gaps: gaps, columns: percents.count) { Percent(wire: percents[$0]) }
    }
}

/// The numbers of InstrumentKind in a column.
private enum Kinds {
    static let coin = UInt32(WireInstrumentKind.coin.rawValue)
    static let token = UInt32(WireInstrumentKind.token.rawValue)
}

extension ColumnChanges<Instrument> {
    init(wire: WireInstruments) throws(FrameError) {
        try self.init(
            gaps: wire.gaps,
            columns: wire.coinIds.count,
            wire.symbols.count,
            wire.names.count,
            wire.kinds.count
        ) { index in
            Instrument(
                coin: CoinID(wire.coinIds[index]),
                symbol: wire.symbols[index],
                name: wire.names[index],
                kind: wire.kinds[index] == Kinds.token ? .token : .coin
            )
        }
    }

    var wire: WireInstruments {
        .with { wire in
            wire.gaps = gaps
            wire.coinIds = values.map(\.coin.rawValue)
            wire.symbols = values.map(\.symbol)
            wire.names = values.map(\.name)
            wire.kinds = values.map { $0.kind == .token ? Kinds.token : Kinds.coin }
        }
    }
}

extension ColumnChanges<Pricing> {
    init(wire: WirePricings) throws(FrameError) {
        try self.init(
            gaps: wire.gaps,
            columns: wire.decimals.count,
            wire.sources.count,
            wire.heardS.count
        ) { (index) throws(FrameError) in
            let decimals = wire.decimals[index]
            guard decimals <= ExactDecimal.decimalsMax else { throw .malformed("a price has \(decimals) decimals") }
            return Pricing(
                decimals: UInt8(decimals),
                source: try SourceNumber(wire: wire.sources[index]),
                heardSeconds: wire.heardS[index]
            )
        }
    }

    var wire: WirePricings {
        .with { wire in
            wire.gaps = gaps
            wire.decimals = values.map { UInt32($0.decimals) }
            wire.sources = values.map { UInt32($0.source.rawValue) }
            wire.heardS = values.map(\.heardSeconds)
        }
    }
}

extension ColumnChanges<Trend> {
    init(wire: WireTrends) throws(FrameError) {
        try self.init(
            gaps: wire.gaps,
            columns: wire.hourHundredths.count,
            wire.weekHundredths.count
        ) { index in
            Trend(hour: Percent(wire: wire.hourHundredths[index]), week: Percent(wire: wire.weekHundredths[index]))
        }
    }

    var wire: WireTrends {
        .with { wire in
            wire.gaps = gaps
            wire.hourHundredths = values.map(\.hour.orUnknown)
            wire.weekHundredths = values.map(\.week.orUnknown)
        }
    }
}

extension ColumnChanges<Fundamentals> {
    init(wire: WireFundamentals) throws(FrameError) {
        try self.init(gaps: wire.gaps, columns: wire.ranks.count, wire.supplies.count) { index in
            let rank = wire.ranks[index]
            return Fundamentals(rank: rank == 0 ? nil : rank, supply: Optional(wire: wire.supplies[index]))
        }
    }

    var wire: WireFundamentals {
        .with { wire in
            wire.gaps = gaps
            wire.ranks = values.map { $0.rank ?? 0 }
            wire.supplies = values.map(\.supply.plusOne)
        }
    }
}

extension SourceNumber {
    fileprivate init(wire: UInt32) throws(FrameError) {
        guard let number = UInt16(exactly: wire) else { throw .malformed("\(wire) is not a source number") }
        self.init(number)
    }
}

extension MarketSource {
    init(wire: WireSource) throws(FrameError) {
        let kind = Kind(rawValue: UInt8(clamping: wire.kind.rawValue)) ?? .other
        self.init(
            try SourceNumber(wire: wire.number),
            Name(kind, of: wire.provider.visible),
            state: State(rawValue: UInt8(clamping: wire.state.rawValue)) ?? .stale,
            since: MarketTime(wire: wire.sinceMs),
            lastEvent: wire.lastEventMs == 0 ? nil : MarketTime(wire: wire.lastEventMs),
            cause: wire.cause.visible,
            retryAt: wire.retryMs == 0 ? nil : MarketTime(wire: wire.retryMs),
            interval: wire.intervalS == 0 ? nil : .seconds(Int64(wire.intervalS))
        )
    }

    var wire: WireSource {
        .with { wire in
            wire.number = UInt32(number.rawValue)
            wire.kind = WireSourceKind(rawValue: Int(kind.rawValue)) ?? .unspecified
            wire.provider = provider
            wire.state = WireSourceState(rawValue: Int(state.rawValue)) ?? .unspecified
            wire.sinceMs = since.wire
            wire.lastEventMs = lastEvent?.wire ?? 0
            wire.cause = cause
            wire.retryMs = retryAt?.wire ?? 0
            wire.intervalS = UInt32(clamping: interval?.components.seconds ?? 0)
        }
    }
}
