import MockMarket
import Shared

@testable import PushServer
@testable import TerminalClient

/// The end of a history: faults end, one node leads, and everybody has its market and the database's tables.
extension FleetSimulation {
    func rest() throws {
        story.note("rest")
        try endFaults()
        for _ in 0..<200 {
            try pass(.milliseconds(200))
            try moveAll()
            if Int.random(in: 0..<3, using: &random) == 0 { for member in members { try member.hearPrices() } }
        }
        try settle()
        try checkMarket()
        try users.check()
        try checkAlerts()
        try checkHints()
    }

    /// Everything that is on its way arrives.
    private func settle() throws {
        for _ in 0..<40 {
            try pass(.milliseconds(10))
            try moveAll()
        }
    }

    func moveAll() throws {
        for member in members {
            if !member.isPaused {
                try member.askDatabase(answers: true)
                try serve(member)
                for _ in 0..<20 { try member.readParent() }
                try member.evaluateAlerts()
            }
            while try moveHub(of: member) {}
        }
        for terminal in crowd.terminals {
            guard let node = members.randomElement(using: &random) else { return }
            for _ in 0..<20 where try !move(terminal, to: node) { break }
        }
    }

    private var users: UserRestRules {
        UserRestRules(crowd: crowd, database: store.database, ledger: store.ledger)
    }

    private func checkMarket() throws {
        let leaders = members.filter { $0.leading != nil }
        guard leaders.count == 1, let leader = leaders.first else {
            throw Violation("\(leaders.count) nodes lead at rest")
        }
        for member in members
        where member.lineage.epoch != leader.lineage.epoch || member.table.hash != leader.table.hash {
            throw Violation("node \(member.number) has another market than node \(leader.number) at rest")
        }
        let position = MarketPosition(epoch: leader.lineage.epoch, sequence: leader.table.sequence)
        for terminal in crowd.terminals {
            guard terminal.follower.position == position, terminal.follower.replica.hash == leader.table.hash else {
                throw Violation("\(terminal.name) has another market than the leader at rest")
            }
        }
    }

    /// Once the leader has heard the same prices several times, no armed alert is true, and each that is false is armed.
    private func checkAlerts() throws {
        for _ in 0..<5 {
            for member in members { try member.hearPrices(isNew: false) }
            try settle()
        }
        for member in members { try member.alerts?.checkRest() }
    }

    /// When nothing is lost, hints alone bring a change to all terminals of its user.
    private func checkHints() throws {
        isComparing = false
        story.note("hints alone")
        try change()
        try settle()
        try users.check()
    }
}
