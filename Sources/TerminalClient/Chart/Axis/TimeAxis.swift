internal import Shared

/// Round times for a row of candles. There is a mark at each candle that begins a new span of time.
struct TimeAxis: Equatable, Sendable {
    struct Tick: Equatable, Sendable {
        /// The index of the candle.
        let index: Int
        let text: String
    }

    /// The room for the longest text with its mark and some space.
    private static let spacing = 10

    let ticks: [Tick]

    /// - Parameters:
    ///   - times: when the candles begin, ascending.
    ///   - pitch: how many columns one candle takes.
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

    /// The part of the time that is new: the year, the month, the day, or else the time of day.
    private static func text(of time: MarketTime, after before: MarketTime, _ step: TimeStep) -> String {
        let (date, old) = (time.date, before.date)
        if date.year != old.year { return String(date.year) }
        if step.rawValue >= TimeStep.month.rawValue { return TimeText.month(date) }
        return date == old ? TimeText.clock(time) : TimeText.day(date)
    }
}
