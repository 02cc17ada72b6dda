internal import Shared

/// A figure of a coin that alerts watch.
enum AlertGauge: Hashable {
    case price
    /// The change over 24 hours, in percent.
    case dayChange
    /// The rise from the lowest price of this many minutes to the present price, in percent.
    case rise(minutes: Int)
    /// The fall from the highest price of this many minutes to the present price, in percent: at most 0.
    case fall(minutes: Int)
    /// A total of all holdings, in the alert's currency.
    case holdings(AlertTotal)

    var minutes: Int? {
        switch self {
        case .price, .dayChange, .holdings: nil
        case .rise(let minutes), .fall(let minutes): minutes
        }
    }

    init(_ condition: AlertCondition) {
        switch condition {
        case .priceAbove, .priceBelow: self = .price
        case .dayChange: self = .dayChange
        case .holdings(let total, _, _): self = .holdings(total)
        case .move(_, let minutes): self = condition.isRise ? .rise(minutes: minutes) : .fall(minutes: minutes)
        }
    }
}

/// The value of a gauge.
struct GaugeReading: Equatable {
    let value: ExactDecimal
    /// Whether all of the time is known. If not, a rise may be larger, and a fall may be deeper.
    var isWhole = true

    /// In percent: finer than any threshold of a move.
    static let moveStep = 1e-4

    init(value: ExactDecimal) { self.value = value }

    /// A move in percent, in whole steps.
    /// - Returns: nil if there are too many of them.
    init?(move: Double, isWhole: Bool) {
        guard let steps = Int64(exactly: (move / Self.moveStep).rounded()),
            let value = try? ExactDecimal(mantissa: steps, exponent: -4)
        else { return nil }
        (self.value, self.isWhole) = (value, isWhole)
    }

    /// - Parameter isRise: whether the threshold is met from below.
    func tells(_ gauge: AlertGauge, isRise: Bool) -> Bool {
        switch gauge {
        case .price, .dayChange, .holdings: true
        case .rise: isWhole || isRise
        case .fall: isWhole || !isRise
        }
    }
}

extension AlertCondition {
    /// The gauge value that makes the condition true.
    var threshold: Threshold { Threshold(value: limit, isRise: isRise, isStrict: false) }

    /// The gauge value that makes the condition false.
    var opposite: Threshold { Threshold(value: limit, isRise: !isRise, isStrict: true) }

    /// What the gauge is compared with.
    var limit: ExactDecimal {
        switch self {
        case .priceAbove(let limit), .priceBelow(let limit), .move(let limit, _), .dayChange(let limit): limit
        case .holdings(_, let limit, _): limit
        }
    }

    /// The price that lets an alert that repeats be armed again: 1 % on the other side of its own price, or else of the
    /// price at which it fired. For a total of all holdings, it is a total.
    /// - Parameter fired: the price at which the alert fired.
    func release(firedAt fired: ExactDecimal) -> Threshold {
        let base =
            switch self {
            case .priceAbove(let price), .priceBelow(let price): price
            case .holdings(_, let limit, _): limit
            case .move, .dayChange: fired
            }
        // A profit may be below 0, where 1 % less is nearer to 0.
        let isLess = isRise == (base > .zero)
        return Threshold(value: base.scaled(percent: isLess ? 99 : 101), isRise: !isRise, isStrict: false)
    }
}

extension ExactDecimal {
    /// Exact if there are enough digits; otherwise to about 15 digits.
    func scaled(percent: Int64) -> ExactDecimal {
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: percent)
        if !overflow, let exact = try? ExactDecimal(mantissa: product, exponent: exponent - 2) { return exact }
        return (try? ExactDecimal(mantissa: mantissa / 100 * percent, exponent: exponent)) ?? self
    }
}
