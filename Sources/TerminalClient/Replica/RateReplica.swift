internal import Observation
package import Shared

/// The exchange rates that the server sent last, and questions for those of past days. The newest rates stay without a
/// connection, because they carry their day.
@MainActor
@Observable
package final class RateReplica {
    /// Nil if the server has sent none.
    package private(set) var rates: ExchangeRates?
    @ObservationIgnored private let questions = Questions<Result<DayRates, DayRatesProblem>>()

    package init(_ rates: ExchangeRates? = nil) { self.rates = rates }

    /// What this terminal knows without asking.
    package var known: KnownRates { KnownRates(newest: rates) }

    /// Asks for the rates of past days. A lost connection is a problem, too.
    package func days(_ request: DayRatesRequest) async -> Result<DayRates, DayRatesProblem> {
        switch await questions.ask({ .dayRatesRequest(number: $0, request) }) {
        case .success(let answer): answer
        case .failure(let silence): .failure(DayRatesProblem(silence))
        }
    }

    // MARK: Connection

    func connected(send: @escaping (ClientFrame) -> Void) { questions.connected(send: send) }
    func disconnected() { questions.disconnected() }
    func receive(_ rates: ExchangeRates) { self.rates = rates }
    func receive(_ number: UInt32, _ answer: Result<DayRates, DayRatesProblem>) { questions.receive(number, answer) }
}

extension DayRatesProblem {
    fileprivate init(_ silence: Silence) { self.init(message: silence.wordsOfReading) }
}
