import Shared
import TestSupport

@testable import PushServer

/// What the nodes promise their clients.
struct FleetTerms {
    let terminals: ServerTerms
    /// No node counts as silent, because beats show whether it is alive.
    let nodes: ServerTerms

    init(_ limits: SessionLimits) {
        var patient = limits
        (patient.heartbeat, patient.silence) = (.seconds(1_000_000), .seconds(2_000_000))
        terminals = ServerTerms(limits: limits, offers: .test)
        nodes = ServerTerms(limits: patient, offers: .test)
    }
}
