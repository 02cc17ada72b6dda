import ArgumentParser
import NIOPosix
import Shared
import TerminalClient
import TerminalKit

/// How and where the terminal opens.
struct OpenOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Where to begin: tickwire://prices, tickwire://favorites/BTC/chart?interval=1h, tickwire://lists/DeFi, tickwire://devices ...",
            valueName: "link"
        ),
        transform: { try DeepLink($0) }
    )
    var link: DeepLink?

    @OptionGroup var look: ColorOption

    @Flag(help: "Print lines instead of taking over the screen: for screen readers and logs.")
    var plain = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --plain: how often changed prices are printed.", valueName: "seconds")
    )
    var every = 10

    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        guard 1...86_400 ~= every else {
            throw ValidationError(.outOfRange("--every", every, range: "1 to 86400 seconds"))
        }
    }

    /// Takes the terminal until the user quits.
    /// - Parameter linger: how many seconds a private server that this call starts stays after its last terminal.
    @MainActor
    func open(_ server: ServerAddress, linger: Int? = nil) async throws {
        let environment = ThisProcess.environment
        let preferences = try options.files.config.load()
        let capabilities = Capabilities(environment: environment)
            .coloring(look.color ?? preferences.local.color)
            .drawing(with: preferences.local.blocks)
        // A terminal without cursor control would print the control sequences.
        if plain || !capabilities.hasCursorControl {
            return try await runPlain(at: server, linger: linger, preferences.local)
        }
        let app = TerminalApp(
            server: server,
            link: link,
            pin: options.pin.flatMap(PublicKeyPin.init),
            profile: options.files,
            deviceName: options.device.text,
            group: MultiThreadedEventLoopGroup.singleton,
            preferences: preferences,
            config: options.files.config,
            environment: environment,
            linger: linger,
            capabilities: capabilities
        )
        let ending: TerminalApp.Ending
        do {
            ending = try await app.run()
        } catch let error as TerminalError {
            throw NoTerminal(error: error)
        }
        if case .quit(let unconfirmed) = ending {
            for changes in unconfirmed { StandardError.tell(Outcome.unconfirmed(changes)) }
        }
        // A shell reports a process that a signal ended in the same way.
        if let signal = ending.signal { throw ExitCode(128 + signal) }
    }

    @MainActor
    private func runPlain(at server: ServerAddress, linger: Int?, _ settings: LocalSettings) async throws {
        let tab = try tabInLines()
        try await Session.connect(options, to: options.target(at: server, linger: linger)) { client in
            let output = LineOutput(.standardOutput)
            try await PlainClient(
                link: client.link,
                tab: tab,
                list: link?.listInLines,
                page: link?.pageInLines,
                output: output,
                interval: .seconds(every),
                times: settings.times
            ).run()
            try output.check()
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
