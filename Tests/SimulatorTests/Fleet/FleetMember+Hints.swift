import Shared

@testable import PushServer

/// Hints of a node on their way to the leader, and from there to the nodes that want them.
extension FleetMember {
    /// What becomes of a report of the user hub. A hint may be lost, and it may arrive twice.
    enum ReportFate { case passed, passedTwice, lost }

    /// Passes on one of the hub's reports, which need not be the oldest.
    func runReport(_ index: Int, _ fate: ReportFate) {
        let report = hub.reports.remove(at: index)
        switch (report, fate) {
        case (.changed, .lost): break
        case (.changed(let hints), .passedTwice): for hint in hints + hints { pass(hint, from: .here) }
        case (.changed(let hints), .passed): for hint in hints { pass(hint, from: .here) }
        case (.connected(let accounts), _):
            routes.noteConnected(accounts)
            sendInterest()
        case (.found(let tables), _): routes.noteFound(tables)
        }
    }

    func received(_ request: NodeRequest, from link: SimulatedLink) {
        switch request {
        case .joined(let node, let address):
            routes.children.joined(link.id, node, at: address) { [deliveries = link.deliveries] in deliveries.post($0) }
        case .left: routes.children.left(link.id)
        case .follows(let users): routes.children.follows(users, link.id)
        case .hint(let hint): pass(hint, from: .child(link.id))
        }
    }

    func pass(_ hint: UserHint, from source: HintRoutes.Source) {
        let (toParent, toUsers) = routes.pass(hint, from: source)
        if let toParent, isParentOpen { parent?.put(toParent) }
        if let toUsers { hub.mailbox.post(toUsers) }
    }

    func sendInterest() {
        guard let parent, isParentOpen else { return }
        for frame in routes.interestFrames() { parent.put(frame) }
    }
}
