internal import Shared

/// A price from a source, and when it was heard by the server's clock.
struct HeardPrice: Equatable {
    var source: SourceNumber
    var price: ExactDecimal
    var heard: MarketTime
}

/// When each source was last heard. Sources are numbered from 1 on, so looking one up costs no hash.
struct LastEvents {
    private var times: [MarketTime?] = []

    subscript(source: SourceNumber) -> MarketTime? {
        get { Int(source.rawValue) < times.count ? times[Int(source.rawValue)] : nil }
        set {
            let missing = Int(source.rawValue) + 1 - times.count
            if missing > 0 { times.append(contentsOf: repeatElement(nil, count: missing)) }
            times[Int(source.rawValue)] = newValue
        }
    }
}

/// When two prices are too different to belong to the same coin.
enum PriceJudgement {
    /// At about the same time, prices of two sources do not differ by this factor, unless one belongs to another coin
    /// with the same symbol.
    static let namesakeFactor = 2.0
    /// Between two answers of a source, a price that changes by more waits for the next answer.
    static let jumpFactor = 5.0
    /// A longer disagreement is not one between a fast source and a slow one.
    static let disputeMax = Duration.seconds(180)
    /// The change over 24 hours refers to a day before a listing. With an older listing, it would be a change over a
    /// longer time.
    static let dayChangeAgeMax = Duration.seconds(3600)

    static func differ(_ one: Double, _ other: Double, by factor: Double) -> Bool {
        one >= other * factor || other >= one * factor
    }
}
