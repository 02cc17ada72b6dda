import ArgumentParser
import Shared
import TerminalClient

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move-to",
        abstract: "Copy all your data from your private server to another server.",
        discussion: """
            Log in there first: 'tickwire login', or 'tickwire join'. What that account has already stays as it is; what it lacks is \
            added, after a question, as one change, which can be taken back before the command ends. The private server keeps what it has.
            """
    )

    @Argument(help: ArgumentHelp("The server to move to.", valueName: "host:port"))
    var destination: String

    @Flag(help: "Move from the private server with the mock market.")
    var mock = false

    @Flag(help: "Ask nothing.")
    var yes = false

    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        guard let address = ServerAddress(destination), !address.isLocal else {
            throw ValidationError(.noDestination(destination))
        }
        if options.server != nil { throw ValidationError(.moveToAndServer) }
    }

    @MainActor
    func run() async throws {
        guard let address = ServerAddress(destination) else { return }
        // Fail first for a user who is not logged in there, before anything is read from the private server.
        let target = try await Session.reportingFailures { try options.target(at: address) }
        let from = mock ? ServerAddress.localMock : .local
        let source = try await Session.run(options, to: options.target(at: from), market: false) { $0.link.user.table }
        if source.isEmpty {
            StandardError.tell(Outcome.nothingToMove(isMock: mock))
            throw ExitCode.failure
        }
        try await Session.run(options, to: target, market: false) { client in
            try await Merging(table: source, client: client, server: address, asks: !yes).run()
            try options.files.remember(server: address)
        }
    }
}
