internal import Observation
package import Shared

/// The exchange rates that the server sent last. They stay without a connection, because they carry their day.
@MainActor
@Observable
package final class RateReplica {
    /// Nil if the server has sent none.
    package private(set) var rates: ExchangeRates?

    package init(_ rates: ExchangeRates? = nil) { self.rates = rates }

    func receive(_ rates: ExchangeRates) { self.rates = rates }
}
