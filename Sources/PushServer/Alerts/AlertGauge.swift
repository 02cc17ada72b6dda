internal import Shared

/// A figure of a coin that alerts wait for.
enum AlertGauge: Hashable {
    case price
    /// In percent, over 24 hours.
    case dayChange
    /// In percent, from the lowest price of so many minutes to the price.
    case rise(minutes: Int)
    /// In percent, from the highest price of so many minutes to the price: at most 0.
    case fall(minutes: Int)

    var minutes: Int? {
        switch self {
        case .price, .dayChange: nil
        case .rise(let minutes), .fall(let minutes): minutes
        }
    }

    init(_ condition: AlertCondition) {
        switch condition {
        case .priceAbove, .priceBelow: self = .price
        case .dayChange: self = .dayChange
        case .move(_, let minutes): self = condition.isRise ? .rise(minutes: minutes) : .fall(minutes: minutes)
        }
    }
}

/// What a gauge shows.
struct GaugeReading: Equatable {
    let value: ExactDecimal
    /// False where some of the time is not known: then it may be more for a rise, and less for a fall.
    var isWhole = true

    /// - Parameter isRise: whether it is met from below.
    func tells(_ gauge: AlertGauge, isRise: Bool) -> Bool {
        switch gauge {
        case .price, .dayChange: true
        case .rise: isWhole || isRise
        case .fall: isWhole || !isRise
        }
    }
}

extension AlertCondition {
    /// What its gauge must come to for it to be true.
    var threshold: Threshold { Threshold(value: limit, isRise: isRise, isStrict: false) }

    /// What its gauge must come to for it to be false.
    var opposite: Threshold { Threshold(value: limit, isRise: !isRise, isStrict: true) }

    private var limit: ExactDecimal {
        switch self {
        case .priceAbove(let limit), .priceBelow(let limit), .move(let limit, _), .dayChange(let limit): limit
        }
    }

    /// What the price must come to before an alert that repeats may be armed again: 1 % on the other side of its own price, or where it
    /// has none, of the price at which it fired.
    /// - Parameter fired: the price at which it fired.
    func release(firedAt fired: ExactDecimal) -> Threshold {
        let base =
            switch self {
            case .priceAbove(let price), .priceBelow(let price): price
            case .move, .dayChange: fired
            }
        return Threshold(value: base.scaled(percent: isRise ? 99 : 101), isRise: !isRise, isStrict: false)
    }
}

extension ExactDecimal {
    /// Exact where the digits suffice; else to 15 digits or so.
    func scaled(percent: Int64) -> ExactDecimal {
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: percent)
        if !overflow, let exact = try? ExactDecimal(mantissa: product, exponent: exponent - 2) { return exact }
        return (try? ExactDecimal(mantissa: mantissa / 100 * percent, exponent: exponent)) ?? self
    }
}
