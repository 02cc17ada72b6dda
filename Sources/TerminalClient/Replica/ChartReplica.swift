internal import Observation
package import Shared

/// The candles of one chart, for a view model to observe.
@MainActor
@Observable
package final class ChartReplica {
    package private(set) var request: ChartRequest
    /// The name of the `KlineSource` that the candles come from; nil if none have come.
    package private(set) var source: String?
    /// When the source, or a live price, last said something about the candles.
    @ObservationIgnored package private(set) var heard: MarketTime?
    /// How many candles the request had asked for when the last whole series began to arrive.
    private var answered = 0
    /// How many candles there will be in all, while the server still fetches older ones.
    private(set) var expected: Int?
    /// Why there are no candles, or none newer than these.
    package private(set) var problem: ChartProblem?
    /// Whether the server has announced a problem that says why there are no newer candles.
    private var awaitsProblem = false

    @ObservationIgnored let id: ChartID
    @ObservationIgnored private let pace: MarketPace
    @ObservationIgnored private var held: [Candle] = []
    /// A series that is arriving. The old one is shown until the new one is whole, so that the chart never goes blank.
    @ObservationIgnored private var incoming: CandleSequence
    @ObservationIgnored private var isBeginning = true

    /// Whether the candles are those of a chart that was closed, until a whole series comes.
    private(set) var isCached: Bool

    /// - Parameter cached: the same chart as it was when it was closed, to show until a whole series comes.
    init(id: ChartID, request: ChartRequest, pace: MarketPace = MarketPace(), cached: CachedChart? = nil) {
        self.id = id
        self.pace = pace
        self.request = request
        incoming = CandleSequence(interval: request.interval, countMax: request.count)
        isCached = cached != nil
        guard let cached else { return }
        (held, source, heard) = (cached.candles, cached.source, cached.heard)
    }

    /// What to keep of the chart; nil if there are no candles.
    var cached: CachedChart? {
        guard let source, !held.isEmpty else { return nil }
        return CachedChart(request: request, source: source, heard: heard, candles: held)
    }

    package var candles: [Candle] {
        pace.followed()
        return held
    }

    /// Whether a whole series has come.
    package var isComplete: Bool { answered > 0 }
    /// Whether the server has sent everything that it has for now.
    package var isAnswered: Bool { problem != nil || isComplete && !awaitsProblem }
    /// Whether candles are still to come, the first ones or older ones.
    var isAwaiting: Bool { answered < request.count }
    /// A source that has sent fewer candles than requested has no older ones.
    var hasOldest: Bool { !isAwaiting && candles.count < request.count }

    /// Requests more candles. The held ones stay until all have come.
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
            // Only a whole series ends a problem, because live prices move candles even while their source is silent.
            (isBeginning, answered, problem, isCached) = (false, incoming.countMax, nil, false)
        }
        awaitsProblem = batch.isProblemNext
        if isBeginning, isComplete || isCached { return }
        (held, heard) = (incoming.candles, batch.heard)
        if source != batch.source { source = batch.source }
        if isMove { pace.moved() } else { pace.came() }
    }

    func receive(_ problem: ChartProblem) {
        // The problem is about another source than the shown candles', so those are no longer what was requested.
        if let source, source != problem.source { (held, self.source, answered) = ([], nil, 0) }
        (self.problem, awaitsProblem) = (problem, false)
    }
}
