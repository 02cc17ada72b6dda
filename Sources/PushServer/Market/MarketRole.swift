internal import Shared

/// Where a server's market comes from: it reads the providers itself, or takes part in a fleet.
enum MarketRole: Sendable {
    case alone(Leadership)
    case fleet(FleetNode)

    /// Gets users' changes of their alerts.
    var alerts: Mailbox<AlertHub.Event> {
        switch self {
        case .alone(let leadership): leadership.alerts.mailbox
        case .fleet(let node): node.alerts
        }
    }

    /// Tells other nodes of users' changes.
    var hints: NodeHints? {
        switch self {
        case .alone: nil
        case .fleet(let node): node.hints
        }
    }

    /// Admits the nodes that follow this one.
    var gate: NodeGate? {
        switch self {
        case .alone: nil
        case .fleet(let node): node.gate
        }
    }

    /// Read the providers; nil while another node does.
    var parts: MarketServices? {
        get async {
            switch self {
            case .alone(let leadership): leadership.parts
            case .fleet(let node): await node.leadership?.parts
            }
        }
    }

    /// The market that clients get here.
    var table: MarketTable {
        get async {
            switch self {
            case .alone(let leadership): await leadership.parts.hub.state
            case .fleet(let node): await node.table
            }
        }
    }

    /// Why clients are better off elsewhere; nil if the market here is good.
    var problem: String? {
        get async {
            switch self {
            case .alone(let leadership): await leadership.parts.hub.coinCount > 0 ? nil : "no listing has come yet"
            case .fleet(let node): await node.problem
            }
        }
    }

    /// Returns once the market has begun: see `MarketHub`. A node does not wait, because another one may lead.
    func waitUntilStarted(patience: StartWaiters.Patience?) async {
        if case .alone(let leadership) = self { await leadership.parts.hub.waitUntilStarted(patience: patience) }
    }
}
