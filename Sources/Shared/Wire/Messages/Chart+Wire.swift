internal import SwiftProtobuf

extension CandleInterval {
    private static let wires: [(CandleInterval, WireCandleInterval)] = [
        (.minute, .candleInterval1M), (.fiveMinutes, .candleInterval5M), (.quarterHour, .candleInterval15M),
        (.halfHour, .candleInterval30M), (.hour, .candleInterval1H), (.fourHours, .candleInterval4H),
        (.day, .candleInterval1D), (.week, .candleInterval1W),
    ]

    init?(wire: WireCandleInterval) {
        guard let pair = Self.wires.first(where: { $0.1 == wire }) else { return nil }
        self = pair.0
    }

    var wire: WireCandleInterval { Self.wires.first { $0.0 == self }?.1 ?? .unspecified }
}

extension ClientFrame {
    static func openChart(wire: WireOpenChart) throws(FrameError) -> ClientFrame {
        if wire.count == 0 { throw .malformed("a chart of 0 candles is asked for; 1 is the least") }
        let chart = ChartID(rawValue: wire.chart)
        guard let interval = CandleInterval(wire: wire.interval) else {
            return .openUnknownChart(chart, interval: wire.interval.rawValue)
        }
        let request = ChartRequest(
            coin: CoinID(wire.coinID),
            interval: interval,
            count: Int(wire.count),
            source: wire.source.nonEmpty
        )
        return .openChart(chart, request)
    }
}

extension ChartRequest {
    func wire(_ chart: ChartID) -> WireOpenChart {
        .with { wire in
            wire.chart = chart.rawValue
            wire.coinID = coin.rawValue
            wire.interval = interval.wire
            wire.count = UInt32(clamping: count)
            wire.source = source ?? ""
        }
    }
}

extension CandleBatch {
    init(wire: WireCandles) throws(FrameError) {
        self.init(
            source: wire.source.visible,
            isFirst: wire.first,
            isLast: wire.last,
            candles: [],
            expected: wire.expected == 0 ? nil : Int(wire.expected),
            heard: wire.heardMs == 0 ? nil : MarketTime(wire: wire.heardMs),
            isProblemNext: wire.problemFollows
        )
        for candle in wire.candles { candles.append(try Candle(wire: candle)) }
    }

    func wire(_ chart: ChartID) -> WireCandles {
        .with { wire in
            wire.chart = chart.rawValue
            wire.source = source
            wire.first = isFirst
            wire.last = isLast
            wire.expected = UInt32(clamping: expected ?? 0)
            wire.candles = candles.map(\.wire)
            wire.heardMs = heard?.wire ?? 0
            wire.problemFollows = isProblemNext
        }
    }
}

extension Candle {
    fileprivate init(wire: WireCandle) throws(FrameError) {
        do throws(ExactDecimalError) {
            self.init(
                time: MarketTime(seconds: Int64(clamping: wire.timeS)),
                open: try ExactDecimal(parsing: wire.open),
                high: try ExactDecimal(parsing: wire.high),
                low: try ExactDecimal(parsing: wire.low),
                close: try ExactDecimal(parsing: wire.close),
                volume: wire.volume.isEmpty ? nil : try ExactDecimal(parsing: wire.volume),
                isClosed: wire.closed
            )
        } catch {
            throw .malformed("a candle has a price that is none: \(error.description.visible)")
        }
    }

    fileprivate var wire: WireCandle {
        .with { wire in
            wire.timeS = UInt64(clamping: time.milliseconds / 1000)
            wire.open = open.description
            wire.high = high.description
            wire.low = low.description
            wire.close = close.description
            wire.volume = volume?.description ?? ""
            wire.closed = isClosed
        }
    }
}

extension ChartProblem {
    init(wire: WireChartProblem) {
        self.init(
            source: wire.source.visible,
            kind: Kind(rawValue: wire.kind.rawValue) ?? .unavailable,
            message: wire.message.visible,
            otherSource: wire.otherSource.visible.nonEmpty
        )
    }

    func wire(_ chart: ChartID) -> WireChartProblem {
        .with { wire in
            wire.chart = chart.rawValue
            wire.source = source
            wire.kind = WireChartProblemKind(rawValue: kind.rawValue) ?? .unavailable
            wire.message = message
            wire.otherSource = otherSource ?? ""
        }
    }
}
