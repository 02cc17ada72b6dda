import ArgumentParser
import Shared
import TerminalClient

struct LocalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "local",
        abstract: "Open the terminal on a private server of your own. It is started if it is not running.",
        discussion: """
            It needs no account, password or key, and nobody else can reach it. All your terminals on this machine share it. It \
            ends some minutes after the last one.
            """
    )

    @Flag(help: "Show a generated market instead of the real one.")
    var mock = false

    @Flag(inversion: .prefixedNo, help: "Let the server stay after the last terminal, until --no-keep.")
    var keep: Bool?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long a new server stays after its last terminal. (default: 300)", valueName: "seconds")
    )
    var linger: Int?

    @OptionGroup var opening: OpenOptions

    func validate() throws {
        if let linger, !(1...86_400 ~= linger) {
            throw ValidationError(.outOfRange("--linger", linger, range: "1 to 86400 seconds"))
        }
        if opening.options.server != nil { throw ValidationError(.localAndServer) }
    }

    @MainActor
    func run() async throws {
        try await Session.reportingFailures {
            if let keep {
                let environment = ThisProcess.environment
                do throws(LocalServerError) {
                    try LocalServer(isMock: mock, linger: linger, environment: environment).keep(keep)
                } catch {
                    throw ConnectionError.local(error)
                }
            }
            // Do not remember a server with a generated market, because that is only for trying out.
            if !mock { try opening.options.files.remember(server: .local) }
            try await opening.open(mock ? .localMock : .local, linger: linger)
        }
    }
}
