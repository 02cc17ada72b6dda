internal import Observation
package import Shared

/// The exchange rates as the server told them last. They stay when the connection goes: they carry their day.
@MainActor
@Observable
package final class RateReplica {
    /// Nil: the server has told none.
    package private(set) var rates: ExchangeRates?

    package init() {}

    func receive(_ rates: ExchangeRates) { self.rates = rates }
}
