internal import Shared

/// Round times for a row of candles: a candle is marked where a new span of time begins with it.
struct TimeAxis: Equatable, Sendable {
    struct Tick: Equatable, Sendable {
        /// Of the candle.
        let index: Int
        let text: String
    }

    /// What the longest text takes, with its mark and some air.
    private static let spacing = 10

    let ticks: [Tick]

    /// - Parameters:
    ///   - times: when the candles begin, ascending.
    ///   - pitch: columns from one to the next.
    init(times: [MarketTime], pitch: Int) {
        for step in TimeStep.allCases {
            let places = Self.beginnings(of: step, in: times)
            let isSparse = zip(places, places.dropFirst()).allSatisfy { ($1 - $0) * pitch >= Self.spacing }
            guard isSparse else { continue }
            ticks = places.map { Tick(index: $0, text: Self.text(of: times[$0], after: times[$0 - 1], step)) }
            return
        }
        ticks = []
    }

    private static func beginnings(of step: TimeStep, in times: [MarketTime]) -> [Int] {
        let numbers = times.map(step.number)
        return numbers.indices.dropFirst().filter { numbers[$0] != numbers[$0 - 1] }
    }

    /// What is new: the year, the month, the day, else the time of day.
    private static func text(of time: MarketTime, after before: MarketTime, _ step: TimeStep) -> String {
        let (date, old) = (time.date, before.date)
        if date.year != old.year { return String(date.year) }
        if step.rawValue >= TimeStep.month.rawValue { return TimeText.month(date) }
        return date == old ? TimeText.clock(time) : TimeText.day(date)
    }
}
