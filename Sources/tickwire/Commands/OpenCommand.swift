import ArgumentParser
import Foundation
import NIOPosix
import Shared
import TerminalClient
import TerminalKit

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the terminal. This is what tickwire does without a command."
    )

    @Argument(
        help: ArgumentHelp(
            "Where to begin: tickwire://prices, tickwire://favorites/BTC/chart?interval=1h, tickwire://devices ...",
            valueName: "link"
        ),
        transform: { try DeepLink($0) }
    )
    var link: DeepLink?

    @OptionGroup var look: ColorOption

    @Flag(help: "Print lines instead of taking the screen: for screen readers and logs.")
    var plain = false

    @Option(help: ArgumentHelp("With --plain: how often prices that have changed are told.", valueName: "seconds"))
    var every = 10

    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        guard 1...86_400 ~= every else {
            throw ValidationError("--every \(every) is out of range; use 1 to 86400 seconds")
        }
    }

    @MainActor
    func run() async throws {
        try await Session.reportingFailures {
            let environment = ProcessInfo.processInfo.environment
            let preferences = try options.files.config.load()
            let capabilities = Capabilities(environment: environment)
                .coloring(look.color ?? preferences.color)
                .drawing(with: preferences.blocks)
            // Such a terminal would show the sequences themselves.
            if plain || !capabilities.hasCursorControl { return try await runPlain(preferences.local) }
            let app = TerminalApp(
                server: try options.address(),
                link: link,
                pin: options.pin.flatMap(PublicKeyPin.init),
                profile: options.files,
                deviceName: options.device.text,
                group: MultiThreadedEventLoopGroup.singleton,
                preferences: preferences,
                config: options.files.config,
                environment: environment,
                capabilities: capabilities
            )
            let ending: TerminalApp.Ending
            do {
                ending = try await app.run()
            } catch let error as TerminalError {
                throw NoTerminal(error: error)
            }
            // As a shell tells of a process that a signal ended.
            if let signal = ending.signal { throw ExitCode(128 + signal) }
        }
    }

    @MainActor
    private func runPlain(_ settings: LocalSettings) async throws {
        let tab = try tabInLines()
        try await Session.connect(options) { client in
            let output = LineOutput(descriptor: STDOUT_FILENO)
            try await PlainClient(
                link: client.link,
                tab: tab,
                output: output,
                interval: .seconds(every),
                times: settings.times
            ).run()
        }
    }

    private func tabInLines() throws(ValidationError) -> Tab {
        do { return try link?.tabInLines() ?? .prices } catch { throw ValidationError("\(error)") }
    }
}

struct NoTerminal: Error, CustomStringConvertible {
    let error: TerminalError

    var description: String { "\(error); 'tickwire open --plain' needs none" }
}
