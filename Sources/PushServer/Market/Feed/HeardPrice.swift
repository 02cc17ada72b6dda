internal import Shared

/// A price that a source has told, and when it was heard by the server's clock.
struct HeardPrice: Equatable {
    var source: SourceNumber
    var price: ExactDecimal
    var heard: MarketTime
}

/// When prices that should be the same are not.
enum PriceJudgement {
    /// Between two sources at about the same time no price doubles or halves: one that does is that of a namesake.
    static let namesakeFactor = 2.0
    /// Between two answers of one source no price changes by more: one that does waits for the next answer.
    static let jumpFactor = 5.0
    /// A disagreement that lasts longer is none between a fast source and a slow one.
    static let disputeMax = Duration.seconds(180)
    /// The change over 24 hours is told against what a price was a day before a listing; against an older listing's it would
    /// be a change over a longer time.
    static let dayChangeAgeMax = Duration.seconds(3600)

    static func differ(_ one: Double, _ other: Double, by factor: Double) -> Bool {
        one >= other * factor || other >= one * factor
    }
}
