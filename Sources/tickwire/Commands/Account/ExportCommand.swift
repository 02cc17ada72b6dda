import ArgumentParser
import Shared
import TerminalClient

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print what the server keeps of you, as JSON."
    )

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        let address = try await Session.reportingFailures { try options.address() }
        try await Session.run(options, market: false) { client in
            let export = UserExport(
                of: client.link.user.table,
                devices: try await client.link.account.devices(),
                user: client.link.userName ?? "",
                server: address,
                time: client.link.serverTime
            )
            print(export.json)
        }
    }
}

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add what an export has and your account lacks. Asks first.",
        discussion:
            "What the account has already stays as it is. It is one change, which can be taken back before the command ends."
    )

    @Argument(
        help: ArgumentHelp(
            "A file that 'tickwire export' printed; - reads standard input, and needs --yes.",
            valueName: "file"
        )
    )
    var file: String

    @Flag(help: "Ask nothing.")
    var yes = false

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        let (table, address) = try await Session.reportingFailures {
            (try UserExport(json: InputFile.read(file)).table(), try options.address())
        }
        try await Session.run(options, market: false) { client in
            try await Merging(table: table, client: client, server: address, asks: !yes).run()
        }
    }
}
