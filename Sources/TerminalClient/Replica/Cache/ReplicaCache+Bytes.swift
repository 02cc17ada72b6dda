internal import NIOCore
internal import Shared

/// A cache in another format begins with another number.
private let cacheMark = "tickwire cache 1\n"

/// Why a cache cannot be used.
package enum ReplicaCacheError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(reason: String)
    case otherFormat
    /// The file was cut off or changed, for example by a power cut.
    case wrongChecksum
    case tooShort
    /// It has only a part of a market.
    case noMarket
    /// A frame in it cannot be read, or does not fit the others.
    case malformed(reason: String)

    package var description: String {
        switch self {
        case .unreadable(let reason): "it cannot be read: \(reason)"
        case .otherFormat: "it is of another version, or no cache"
        case .wrongChecksum: "its checksum is wrong: it was cut off or changed"
        case .tooShort: "it ends too early"
        case .noMarket: "it holds only part of a market"
        case .malformed(let reason): "its contents cannot be read: \(reason)"
        }
    }
}

/// The mark, the SHA-256 of all that follows, the offset of the server's clock in milliseconds, the requests of the
/// charts as a client would send them (preceded by their number of bytes), then all else in the frames that a server
/// would send: the market's snapshot, exchange rates, weeks, and candles.
extension ReplicaCache {
    /// A larger cache is neither written nor read. 10,000 coins with all their texts and prices take some 1.5 MiB.
    package static let bytesMax = 4 << 20
    private static let rowsPerPart = 400

    package var bytes: [UInt8] {
        var body = ByteBuffer()
        body.writeInteger(Int64(clockOffset / .milliseconds(1)))
        var requests = ByteBuffer()
        for (id, chart) in numberedCharts { ClientFrame.openChart(id, chart.request).write(into: &requests) }
        body.writeInteger(UInt32(requests.readableBytes))
        body.writeBuffer(&requests)
        writeMarket(into: &body)
        if let rates { ServerFrame.rates(rates).write(into: &body) }
        if let weeks { ServerFrame.weeks(weeks.weeks, open: weeks.open).write(into: &body) }
        for (id, chart) in numberedCharts {
            for batch in CandleBatch.batches(of: chart.candles, from: chart.source, heard: chart.heard) {
                ServerFrame.candles(id, batch).write(into: &body)
            }
        }
        return Self.sealed(Array(body.readableBytesView))
    }

    /// Puts mark and checksum before the contents.
    package static func sealed(_ contents: [UInt8]) -> [UInt8] {
        Array(cacheMark.utf8) + SHA256.hash(contents) + contents
    }

    private var numberedCharts: [(ChartID, CachedChart)] {
        charts.enumerated().map { (ChartID(rawValue: UInt32($0.offset + 1)), $0.element) }
    }

    private func writeMarket(into body: inout ByteBuffer) {
        let (table, epoch) = (market.table, market.epoch)
        for first in stride(from: 0, to: max(1, table.count), by: Self.rowsPerPart) {
            let end = min(first + Self.rowsPerPart, table.count)
            let part = MarketPart(
                epoch: epoch,
                sequence: table.sequence,
                firstRow: first,
                isLast: end == table.count,
                time: table.time,
                changes: table.changes(in: first..<end)
            )
            ServerFrame.snapshotPart(part).write(into: &body)
        }
    }

    /// - Throws: `ReplicaCacheError`
    package init(bytes: [UInt8]) throws(ReplicaCacheError) {
        let mark = Array(cacheMark.utf8)
        guard bytes.starts(with: mark) else { throw .otherFormat }
        let digest = bytes.dropFirst(mark.count).prefix(SHA256.byteCount)
        let contents = Array(bytes.dropFirst(mark.count + SHA256.byteCount))
        guard digest.elementsEqual(SHA256.hash(contents)) else { throw .wrongChecksum }
        var body = ByteBuffer(bytes: contents)
        guard let offset = body.readInteger(as: Int64.self), let length = body.readInteger(as: UInt32.self),
            let requests = body.readSlice(length: Int(length))
        else { throw .tooShort }
        var reading = Reading(charts: try Self.charts(requests))
        try Self.readFrames(body, limit: SessionLimits().serverFrameBytes) { (frame) throws(FrameError) in
            try reading.take(ServerFrame(frameBody: frame))
        }
        self = try reading.cache(clockOffset: .milliseconds(offset))
    }

    private static func charts(_ requests: ByteBuffer) throws(ReplicaCacheError) -> [ChartID: ChartRequest] {
        var charts: [ChartID: ChartRequest] = [:]
        try readFrames(requests, limit: SessionLimits.clientFrameBytesMax) { (body) throws(FrameError) in
            if case .openChart(let id, let request) = try ClientFrame(frameBody: body) { charts[id] = request }
        }
        return charts
    }

    private static func readFrames(
        _ bytes: ByteBuffer,
        limit: Int,
        _ take: (ByteBuffer) throws(FrameError) -> Void
    ) throws(ReplicaCacheError) {
        var reader = FrameReader(limit: limit)
        reader.append(bytes)
        do throws(FrameError) {
            while let body = try reader.next() { try take(body) }
        } catch {
            throw .malformed(reason: error.description)
        }
    }
}

/// The contents of a cache as far as its frames were read.
private struct Reading {
    let charts: [ChartID: ChartRequest]
    private var market = MarketTable()
    private var epoch: MarketEpoch?
    private var problem: MarketTableError?
    private var rates: ExchangeRates?
    private var weeks: CachedWeeks?
    private var candles: [ChartID: (last: CandleBatch, all: [Candle])] = [:]

    init(charts: [ChartID: ChartRequest]) { self.charts = charts }

    mutating func take(_ frame: ServerFrame) {
        switch frame {
        case .snapshotPart(let part): take(part)
        case .rates(let rates): self.rates = rates
        case .weeks(let weeks, let hour): self.weeks = CachedWeeks(weeks, open: hour)
        case .candles(let id, let batch):
            candles[id] = (batch, (batch.isFirst ? [] : candles[id]?.all ?? []) + batch.candles)
        default: break
        }
    }

    private mutating func take(_ part: MarketPart) {
        do throws(MarketTableError) {
            try market.append(part)
            if part.isLast { epoch = part.epoch }
        } catch {
            problem = error
        }
    }

    func cache(clockOffset: Duration) throws(ReplicaCacheError) -> ReplicaCache {
        if let problem { throw .malformed(reason: problem.description) }
        guard let epoch else { throw .noMarket }
        var cache = ReplicaCache(
            market: CachedMarket(epoch: epoch, table: market),
            clockOffset: clockOffset
        )
        (cache.rates, cache.weeks) = (rates, weeks)
        cache.charts = charts.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { id, request in
            guard let (last, all) = candles[id] else { return nil }
            var held = CandleSequence(interval: request.interval, countMax: ChartCache.candlesMax)
            held.merge(all)
            return CachedChart(request: request, source: last.source, heard: last.heard, candles: held.candles)
        }
        return cache
    }
}
