internal import SwiftProtobuf

extension WeekRequest {
    init(wire: WireWeekRequest) {
        let step = Int(wire.stepHours)
        self.init(
            wire.coinIds.map { CoinID($0) },
            step: min(max(step, Self.steps.lowerBound), Self.steps.upperBound)
        )
    }

    var wire: WireWeekRequest {
        .with { ($0.coinIds, $0.stepHours) = (coins.map(\.rawValue), UInt32(clamping: step)) }
    }
}

extension ServerFrame {
    static func weeks(wire: WireWeeks) throws(FrameError) -> ServerFrame {
        var weeks: [CoinWeek] = []
        for week in wire.weeks { weeks.append(try CoinWeek(wire: week)) }
        return .weeks(weeks, open: MarketHour(wire.hour))
    }
}

extension CoinWeek {
    fileprivate init(wire: WireWeek) throws(FrameError) {
        guard wire.hourGaps.count == wire.priceSteps.count else {
            throw .malformed("a week has \(wire.hourGaps.count) hours and \(wire.priceSteps.count) prices")
        }
        guard wire.decimals <= ExactDecimal.decimalsMax else {
            throw .malformed("a week's prices have \(wire.decimals) decimals; 32 is the most")
        }
        var closes: [Close] = []
        var (hour, mantissa) = (UInt32(0), Int64(0))
        for (gap, step) in zip(wire.hourGaps, wire.priceSteps) {
            let (next, overflow) = hour.addingReportingOverflow(gap)
            if overflow || (gap == 0 && !closes.isEmpty) { throw .malformed("the hours of a week do not ascend") }
            (hour, mantissa) = (next, mantissa &+ step)
            guard mantissa >= 0, let price = try? ExactDecimal(mantissa: mantissa, exponent: -Int(wire.decimals)) else {
                throw .malformed("a week has a price below zero")
            }
            closes.append(Close(MarketHour(hour), price))
        }
        for change in wire.sourceChanges where change.index > 0 && Int(change.index) < closes.count {
            let isKnown = change.ratio.isFinite && change.ratio > 0
            closes[Int(change.index)].source = .other(ratio: isKnown ? change.ratio : nil)
        }
        self.init(CoinID(wire.coinID), closes)
    }

    var wire: WireWeek {
        .with { wire in
            wire.coinID = coin.rawValue
            let decimals = closes.map { -$0.price.exponent }.max() ?? 0
            wire.decimals = UInt32(decimals)
            var (hour, mantissa) = (UInt32(0), Int64(0))
            for close in closes {
                // Leave out prices that are too different to share one number of decimals. They could not be compared
                // either.
                guard let told = close.price.mantissa(at: -decimals), told >= 0 else { continue }
                if case .other(let ratio) = close.source, !wire.hourGaps.isEmpty {
                    let index = UInt32(wire.hourGaps.count)
                    wire.sourceChanges.append(.with { ($0.index, $0.ratio) = (index, ratio ?? 0) })
                }
                wire.hourGaps.append(close.hour.rawValue - hour)
                wire.priceSteps.append(told - mantissa)
                (hour, mantissa) = (close.hour.rawValue, told)
            }
        }
    }
}
