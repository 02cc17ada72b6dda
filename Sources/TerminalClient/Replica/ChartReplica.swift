internal import Observation
package import Shared

/// The candles of one chart as this terminal has them, for a view model to watch.
@MainActor
@Observable
package final class ChartReplica {
    package private(set) var request: ChartRequest
    /// The name of the `KlineSource` that the candles come from; nil: none have come yet.
    package private(set) var source: String?
    /// When the source, or a live price, last told something of the candles.
    @ObservationIgnored package private(set) var heard: MarketTime?
    /// How many candles were asked for when the last whole series began to come.
    private var answered = 0
    /// While the server is still fetching older candles: how many there will be in all.
    private(set) var expected: Int?
    /// Why there are no candles, or none newer than these.
    package private(set) var problem: ChartProblem?
    /// Whether the server has said that a problem comes next, which says why there are no newer candles.
    private var awaitsProblem = false

    @ObservationIgnored let id: ChartID
    @ObservationIgnored private let pace: MarketPace
    @ObservationIgnored private var held: [Candle] = []
    /// A series that is coming in; the old one is shown until it is whole, so that no chart goes blank.
    @ObservationIgnored private var incoming: CandleSequence
    @ObservationIgnored private var isBeginning = true

    init(id: ChartID, request: ChartRequest, pace: MarketPace = MarketPace()) {
        self.id = id
        self.pace = pace
        self.request = request
        incoming = CandleSequence(interval: request.interval, countMax: request.count)
    }

    package var candles: [Candle] {
        pace.followed()
        return held
    }

    /// Whether all that there is has come once.
    package var isComplete: Bool { answered > 0 }
    /// Whether the server has sent all that it has for now.
    package var isAnswered: Bool { problem != nil || isComplete && !awaitsProblem }
    /// Whether candles are on their way, the first ones or older ones.
    var isAwaiting: Bool { answered < request.count }
    /// A source that has fewer than were asked for has no older ones.
    var hasOldest: Bool { !isAwaiting && candles.count < request.count }

    /// More candles are asked for; those that are held stay until all of them have come.
    func extended(to count: Int) { request.count = count }

    func receive(_ batch: CandleBatch) {
        if batch.isFirst {
            incoming = CandleSequence(interval: request.interval, countMax: request.count)
            isBeginning = true
        }
        incoming.merge(batch.candles)
        let isMove = !isBeginning
        if expected != batch.expected { expected = batch.expected }
        if isBeginning, batch.isLast {
            // Only a whole series ends a problem: live prices move candles whose source is silent.
            (isBeginning, answered, problem) = (false, incoming.countMax, nil)
        }
        awaitsProblem = batch.isProblemNext
        if isBeginning && isComplete { return }
        (held, heard) = (incoming.candles, batch.heard)
        if source != batch.source { source = batch.source }
        if isMove { pace.moved() } else { pace.came() }
    }

    func receive(_ problem: ChartProblem) {
        // Of another source than what is shown: its candles are not what was asked for any more.
        if let source, source != problem.source { (held, self.source, answered) = ([], nil, 0) }
        (self.problem, awaitsProblem) = (problem, false)
    }
}
