internal import Observation
package import Shared

/// The exchange rates that the server sent last. They stay without a connection, because they carry their day.
@MainActor
@Observable
package final class RateReplica {
    /// Nil if the server has sent none.
    package private(set) var rates: ExchangeRates?

    package init() {}

    func receive(_ rates: ExchangeRates) { self.rates = rates }
}
