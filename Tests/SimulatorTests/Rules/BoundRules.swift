import Shared

@testable import PushServer

/// What one terminal costs the server at most, whatever it does.
@MainActor
struct BoundRules {
    let limits: SessionLimits

    func check(_ ends: [ServerEnd]) throws {
        for end in ends {
            let market = end.outgoing.count { $0.isMarket }
            if market > 1 { throw Violation("\(market) market frames wait for one terminal") }
            if end.heldBack.results.count > limits.mutationsInFlight {
                throw Violation("\(end.heldBack.results.count) results wait for one terminal")
            }
            if end.outgoing.count > limits.mutationsInFlight + 8 {
                throw Violation("\(end.outgoing.count) frames wait for one terminal")
            }
        }
    }
}
