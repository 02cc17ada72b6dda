internal import Observation
package import Shared

/// The exchange rates that the server sent last, and requests for those of past days. The newest rates stay without a
/// connection, because they carry their day.
@MainActor
@Observable
package final class RateReplica {
    /// Nil if the server has sent none.
    package private(set) var rates: ExchangeRates?
    @ObservationIgnored private let requests = NumberedRequests<Result<DayRates, AnswerProblem>>()

    package init(_ rates: ExchangeRates? = nil) { self.rates = rates }

    /// What this terminal knows without asking.
    package var known: KnownRates { KnownRates(newest: rates) }

    /// Asks for the rates of past days. A lost connection is a problem, too.
    package func days(_ request: DayRatesRequest) async -> Result<DayRates, AnswerProblem> {
        switch await requests.ask({ .dayRatesRequest(number: $0, request) }) {
        case .success(let answer): answer
        case .failure(let absence): .failure(AnswerProblem(absence))
        }
    }

    // MARK: Connection

    func connected(send: @escaping (ClientFrame) -> Void) { requests.connected(send: send) }
    func disconnected() { requests.disconnected() }
    func receive(_ rates: ExchangeRates) { self.rates = rates }
    func receive(_ number: UInt32, _ answer: Result<DayRates, AnswerProblem>) { requests.receive(number, answer) }
}
