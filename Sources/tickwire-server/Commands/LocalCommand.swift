import ArgumentParser
import Foundation
import Logging
import MockMarket
import PushServer
import ServiceLifecycle
import Shared
import UnixSignals

/// Runs the private server, which `tickwire local` starts.
struct LocalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "local",
        abstract:
            "Run your private server on this machine, at a Unix socket. 'tickwire local' starts it for you.",
        discussion: """
            It needs no account, password, key or port: the system says who connects, and only you may. When it listens it \
            prints one line: ready listen=PATH market=live. It ends when the last terminal has been away for --linger seconds.
            """
    )

    /// How long to wait for another server that is still ending.
    private static let lockPatience = Duration.seconds(10)

    @Flag(help: "Serve a generated market instead of the real providers.")
    var mock = false

    @Flag(help: "Keep running after the last terminal ends.")
    var keep = false

    @Option(help: ArgumentHelp("How long to stay after the last terminal.", valueName: "seconds"))
    var linger = 300

    @Flag(help: ArgumentHelp("Leave the session of the program that started it.", visibility: .hidden))
    var detached = false

    @Option(
        help: ArgumentHelp(
            "The folder with favorites. (default: tickwire/local in the XDG data folder)",
            valueName: "dir"
        )
    )
    var data: String?

    @OptionGroup var mockMarket: MockMarketOptions

    @OptionGroup var providers: ProviderOptions

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.info

    func validate() throws {
        guard 1...86_400 ~= linger else {
            throw ValidationError("--linger \(linger) is out of range; use 1 to 86400 seconds")
        }
        if mock {
            try providers.checkForMock("leave --mock out")
        } else {
            try mockMarket.checkForLive("add --mock")
        }
    }

    func run() async throws {
        if detached {
            // The server must not end with the terminal that started it, nor keep a file system busy.
            _ = setsid()
            _ = chdir("/")
        }
        let group: ServiceGroup
        do {
            group = try await start()
        } catch {
            // Report to the program that waits for the ready line. The log may be on a full disk.
            announce("failed \("\(error)".escaped)")
            throw error
        }
        try await group.run()
    }

    /// Starts the server and announces it.
    private func start() async throws -> ServiceGroup {
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        var logger = Logger(label: "tickwire-server") { EscapedLogHandler(StreamLogHandler.standardError(label: $0)) }
        logger.logLevel = logLevel
        ProcessLimit.raiseOpenFiles()
        let mock = self.mock ? try await mockMarket.start() : nil
        let configuration = try configuration(mock: mock)
        let server = try await server(configuration, logger: logger)
        announce("ready listen=\(server.listenAddress) market=\(configuration.market.kind.rawValue)")
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: server),
            .init(service: HangupService(server: server, hangups: hangups)),
            .init(service: LingerService(server: server), successTerminationBehavior: .gracefullyShutdownGroup),
        ]
        if let mock { services.insert(.init(service: MockService(mock: mock)), at: 0) }
        return ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger.ofServiceGroup
            )
        )
    }

    private func announce(_ line: String) {
        print(line)
        fflush(nil)
    }

    private func server(_ configuration: ServerConfiguration, logger: Logger) async throws -> Server {
        let clock = ContinuousClock()
        let end = clock.now + Self.lockPatience
        while true {
            do {
                return try await Server(configuration, logger: logger)
            } catch ServerError.dataInUse where clock.now < end {
                try await clock.sleep(for: .milliseconds(50))
            }
        }
    }

    private func configuration(mock: MockMarketServer?) throws -> ServerConfiguration {
        let place = LocalPlace(isMock: self.mock, environment: ProcessInfo.processInfo.environment)
        var configuration = ServerConfiguration(
            dataDirectory: data ?? place.dataFolder,
            market: try mock.map { try mockMarket.market(at: $0, providers) } ?? providers.market()
        )
        configuration.local = LocalTerms(place, linger: keep ? nil : .seconds(linger))
        // There is one user, whose terminals return to the next server at once.
        configuration.eventLoops = 1
        configuration.returnSpread = .milliseconds(200)
        return configuration
    }
}

/// Ends the program when the last terminal has been away for long enough.
struct LingerService: Service {
    let server: Server

    func run() async throws { await cancelWhenGracefulShutdown { await server.waitUntilDeserted() } }
}
