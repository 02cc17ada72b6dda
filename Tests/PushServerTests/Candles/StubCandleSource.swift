import Shared

@testable import PushServer

/// A source of candles that answers when the test says so.
final class StubCandleSource: CandleSource {
    struct Request: Equatable {
        let symbol: String
        let interval: CandleInterval
        let count: Int
        var end: MarketTime?
    }

    /// The requests, in order.
    let requests: AsyncStream<Request>
    private let noteRequest: AsyncStream<Request>.Continuation
    private let answers: AsyncStream<Result<CandlePage, ProviderError>>
    private let noteAnswer: AsyncStream<Result<CandlePage, ProviderError>>.Continuation

    init() {
        (requests, noteRequest) = AsyncStream.makeStream()
        (answers, noteAnswer) = AsyncStream.makeStream()
    }

    func page(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int,
        before end: MarketTime?
    ) async throws(ProviderError) -> CandlePage {
        noteRequest.yield(Request(symbol: symbol, interval: interval, count: count, end: end))
        // This ends without an answer if the asking task is cancelled.
        guard let answer = await answers.first(where: { _ in true }) else {
            throw ProviderError(.huobiTickers, .cancelled)
        }
        return try answer.get()
    }

    func stretch() -> Double { 1 }
    func share(_ share: BudgetShare) -> RequestBudget { RequestBudget() }

    func answer(_ result: Result<CandlePage, ProviderError>) { noteAnswer.yield(result) }

    /// Candles that are not the oldest ones.
    func answer(_ result: Result<[Candle], ProviderError>) {
        answer(result.map { CandlePage(candles: $0, isOldest: false) })
    }
}
