import Shared

@testable import PushServer
@testable import TerminalClient

/// The rules for users' data when everything has arrived: everybody shows what the database has, and no change was
/// lost.
@MainActor
struct UserRestRules {
    let crowd: Crowd
    let database: SimulatedDatabase
    let ledger: Ledger

    func check() throws {
        try checkShown()
        for user in crowd.users { try checkNothingLost(of: user) }
    }

    func checkShown() throws { for terminal in crowd.terminals { try checkShown(by: terminal) } }

    func checkShown(by terminal: SimulatedTerminal) throws {
        let account = terminal.user.account.id
        let table = try database.table(of: account)
        if table != ledger.table(of: account) { throw Violation("the database differs from the ledger") }
        if terminal.table != table {
            throw Violation("\(terminal.name) shows \(terminal.table.words), the server has \(table.words)")
        }
        if terminal.replica.pendingCount > 0 { throw Violation("\(terminal.name) still has pending changes") }
    }

    func checkNothingLost(of user: SimulatedUser) throws {
        for profile in user.profiles where profile.folder.pendingCount > 0 {
            throw Violation("changes were left on a disk")
        }
        for profile in user.profiles {
            for number in profile.folder.promised where !ledger.isDecided(number) {
                throw Violation("\(number), a change of \(user.account.name), was lost")
            }
        }
    }
}
