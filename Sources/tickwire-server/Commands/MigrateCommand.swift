import ArgumentParser
import PushServer

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Copy all accounts and users' data to an empty PostgreSQL database, or back to a data folder.",
        discussion: """
            Stop all servers first. The source stays as it is. The copy appears in one step: if the command is interrupted, the \
            target is still empty, and the command can run again. It compares both by a hash. The copy has an identity of its own, \
            so each terminal takes its user's whole table once. The server's key and certificate are not copied: they stay in the \
            data folder.
            """
    )

    @Option(help: ArgumentHelp("A data folder, or postgres://USER@HOST/NAME.", valueName: "place"))
    var from: String

    @Option(help: ArgumentHelp("An address of an empty database, or a folder without one.", valueName: "place"))
    var to: String

    func validate() throws {
        do throws(StoreMoveError) {
            try StoreMove.check(from: from, to: to)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() async throws {
        let content = try await StoreMove(from: from, to: to).run()
        for (rows, words) in content.counts { CommandOutput.line("\(words): \(rows)") }
        CommandOutput.line(.moved(place: to, hash: content.hash))
    }
}
