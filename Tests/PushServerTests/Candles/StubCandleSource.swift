import Shared

@testable import PushServer

/// A source of candles that answers when the test says so.
final class StubCandleSource: CandleSource {
    struct Question: Equatable {
        let symbol: String
        let interval: CandleInterval
        let count: Int
    }

    /// Each question as it comes.
    let questions: AsyncStream<Question>
    private let noteQuestion: AsyncStream<Question>.Continuation
    private let answers: AsyncStream<Result<[Candle], ProviderError>>
    private let noteAnswer: AsyncStream<Result<[Candle], ProviderError>>.Continuation

    init() {
        (questions, noteQuestion) = AsyncStream.makeStream()
        (answers, noteAnswer) = AsyncStream.makeStream()
    }

    func candles(
        of symbol: String,
        _ interval: CandleInterval,
        count: Int
    ) async throws(ProviderError) -> [Candle] {
        noteQuestion.yield(Question(symbol: symbol, interval: interval, count: count))
        // Ends without an answer when the asking task is cancelled.
        guard let answer = await answers.first(where: { _ in true }) else {
            throw ProviderError(.huobiTickers, .cancelled)
        }
        return try answer.get()
    }

    func answer(_ result: Result<[Candle], ProviderError>) { noteAnswer.yield(result) }
}
