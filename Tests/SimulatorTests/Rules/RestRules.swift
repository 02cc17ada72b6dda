import Shared

@testable import PushServer
@testable import TerminalClient

/// The rules when everything has arrived: everybody has the server's data, and nothing was lost.
@MainActor
struct RestRules {
    let server: SimulatedServer
    let crowd: Crowd
    let database: SimulatedDatabase
    let ledger: Ledger
    let time: MarketTime

    private var users: UserRestRules { UserRestRules(crowd: crowd, database: database, ledger: ledger) }

    func check() throws {
        let table = server.market.table
        for shard in server.shards where shard.market.hash != table.hash { throw Violation("a shard differs") }
        for terminal in crowd.terminals {
            try users.checkShown(by: terminal)
            try checkMarket(terminal, table)
            if terminal.rates?.content != server.rates.shown?.content {
                throw Violation("\(terminal.name) has other rates")
            }
            if !terminal.missingIcons.isEmpty { throw Violation("\(terminal.name) still waits for icons") }
            if !terminal.missingDetails.isEmpty { throw Violation("\(terminal.name) still waits for details") }
            if !terminal.missingRates.isEmpty { throw Violation("\(terminal.name) still waits for rates") }
            if terminal.awaitedPong != nil { throw Violation("\(terminal.name) still waits for a pong") }
        }
        for user in crowd.users { try users.checkNothingLost(of: user) }
        try checkDevices()
    }

    /// Everybody shows what the server has of their user.
    func checkUsers() throws { try users.checkShown() }

    private func checkMarket(_ terminal: SimulatedTerminal, _ table: MarketTable) throws {
        let held = terminal.follower.position
        if held != MarketPosition(epoch: server.epoch, sequence: table.sequence) {
            throw Violation("\(terminal.name) stands at \(held as Any), the server at \(table.sequence)")
        }
        if terminal.follower.table.hash != table.hash, table.count > 0 {
            throw Violation("\(terminal.name)'s market differs from the server's")
        }
    }

    /// Each connected terminal is signed in.
    private func checkDevices() throws {
        for terminal in server.terminals {
            let isSignedIn = try database.devices(at: time) { try $0.standing(of: terminal.token) != nil }
            if !isSignedIn { throw Violation("device \(terminal.device.rawValue) is signed out, and connected") }
        }
    }
}

extension ExchangeRates {
    /// The time of the last confirmation is no news and is not sent.
    fileprivate var content: ExchangeRates {
        var content = self
        content.heard = MarketTime(milliseconds: 0)
        return content
    }
}
