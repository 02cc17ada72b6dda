import MockMarket
import Shared

@testable import PushServer
@testable import TerminalClient

/// What users and their terminals do, and the nodes' work for them.
extension FleetSimulation {
    // MARK: Users

    /// - Parameter node: where a terminal moves, if one moves.
    func userActs(at node: FleetMember) throws {
        guard let terminal = crowd.terminals.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<18, using: &random) {
        case 0..<10: for _ in 0..<Int.random(in: 1...4, using: &random) { try change() }
        case 10, 11, 12:
            // The old node may still be working on the last change.
            hangUp(terminal)
            try connect(terminal, to: node)
        case 13: goOffline(terminal)
        case 14: offline = []
        case 15: crowd.cutSome(&random)
        case 16: crowd.stallSome(&random)
        default: crowd.killSome(&random)
        }
    }

    /// Minutes pass, so that graces end. First, one user goes offline with all terminals. Nodes are cut off from the database
    /// or stand still only so briefly that what they have noted still counts.
    func passMinutes() throws {
        story.note("minutes pass")
        if let user = crowd.users.randomElement(using: &random) {
            for terminal in crowd.terminals where terminal.user === user { goOffline(terminal) }
        }
        for half in 0..<300 {
            if half == 40 { endOutages() }
            try pass(.milliseconds(500))
            guard let member = members.randomElement(using: &random) else { return }
            switch Int.random(in: 0..<96, using: &random) {
            case 0: try userActs(at: member)
            case 1...8: if !member.isPaused { try member.hearPrices() }
            default: break
            }
            try moveAll()
        }
    }

    private func goOffline(_ terminal: SimulatedTerminal) {
        story.note("\(terminal.name) goes offline")
        hangUp(terminal)
        offline.insert(terminal.name)
    }

    func change() throws {
        guard let terminal = crowd.terminals.randomElement(using: &random) else { return }
        try generator.act(at: terminal, story, &random)
    }

    private func hangUp(_ terminal: SimulatedTerminal) {
        terminal.wire?.cut(toClient: 0, toServer: Int.random(in: 0...4, using: &random))
        terminal.disconnected()
    }

    // MARK: Terminals

    /// A terminal takes its next step.
    /// - Parameter node: where it connects if it has no connection.
    /// - Returns: whether there was anything to do.
    @discardableResult
    func move(_ terminal: SimulatedTerminal, to node: FleetMember) throws -> Bool {
        guard let wire = terminal.wire else {
            if offline.contains(terminal.name) { return false }
            try connect(terminal, to: node)
            return true
        }
        if terminal.isResendDue {
            try terminal.resend()
        } else if wire.canDeliverToClient {
            try receive(terminal)
        } else if wire.hasEnded {
            terminal.disconnected()
        } else {
            return false
        }
        return true
    }

    private func receive(_ terminal: SimulatedTerminal) throws {
        try terminal.receive(at: uptime)
        try positions[terminal.name, default: PositionRules()].check(terminal.replica.position, of: terminal.name)
        for answer in terminal.takeAnswers() { try store.ledger.check(answer) }
        // Nobody revokes a device or waits for a week.
        if let refusal = terminal.refusal { throw Violation("\(terminal.name) was refused: \(refusal.close.message)") }
    }

    // MARK: Nodes

    /// The event loops of a node run.
    func serve(_ node: FleetMember) throws {
        for link in node.links where isResting || Bool.random(using: &random) {
            if link.awaitsSignIn, isResting || Bool.random(using: &random) { try link.answerSignIn() }
            try link.takeTurn()
        }
        node.links.removeAll(where: \.isGone)
    }

    /// A node's user hub takes its next step. A question that is already on its way reaches the database even while the
    /// node is paused.
    /// - Returns: whether there was anything to do.
    @discardableResult
    func moveHub(of node: FleetMember) throws -> Bool {
        if node.hub.isAsking {
            if !node.isPaused, Bool.random(using: &random) {
                try node.hub.answerOthers(commitFate(of: node), at: marketTime)
            }
            try node.hub.reachDatabase(commitFate(of: node), at: marketTime)
            return true
        }
        if node.isPaused { return false }
        if let index = node.hub.reports.indices.randomElement(using: &random) {
            node.runReport(index, reportFate())
            return true
        }
        return try node.hub.act(at: marketTime)
    }

    private func reportFate() -> FleetMember.ReportFate {
        if isResting { return .passed }
        let fates: [FleetMember.ReportFate] = [.passed, .passed, .passed, .passedTwice, .lost]
        return fates.randomElement(using: &random) ?? .passed
    }
}
