import ArgumentParser
import Foundation
import Logging
import PushServer
import Shared

/// A server whose polls follow one another faster than a real provider's data change, in a process of its own.
final class PacedServer {
    /// Milliseconds between two polls of the same.
    struct Pace {
        var prices: Int
        var listing: Int
    }

    private let process = Process()
    private let folder: TemporaryFolder
    let port: Int
    let pin: PublicKeyPin

    var usage: ProcessUsage { ProcessUsage(pid: process.processIdentifier) }

    /// - Parameters:
    ///   - listing: the base address of the mock that has the coins.
    ///   - prices: that of the mock that has everything else, which may be the same.
    ///   - hasOneExchange: whether it reads one exchange, so that boards come in one rhythm.
    init(listing: String, prices: String, coins: Int, _ pace: Pace, hasOneExchange: Bool = false) throws {
        folder = try TemporaryFolder()
        try ServerProcess.addUser(0, ServerProcess.program("tickwire-server"), ["--data", folder.path])
        process.executableURL = try ServerProcess.program("tickwire-bench")
        process.arguments = [
            PacedServerCommand.configuration.commandName ?? "", "--listing", listing, "--prices", prices,
            "--data", folder.path, "--coins", "\(coins)",
            "--price-pace", "\(pace.prices)", "--listing-pace", "\(pace.listing)",
        ]
        if hasOneExchange { process.arguments?.append("--one-exchange") }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let fields = try output.readLine().split(separator: " ")
        guard fields.count == 2, let port = Int(fields[0]), let pin = PublicKeyPin(String(fields[1])) else {
            throw BenchError.serverDidNotStart
        }
        (self.port, self.pin) = (port, pin)
    }

    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { if process.isRunning { stop() } }
}

/// Runs that server.
struct PacedServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "paced-server", shouldDisplay: false)

    @Option var listing: String
    @Option var prices: String
    @Option var data: String
    @Option var coins: Int
    @Option var pricePace: Int
    @Option var listingPace: Int
    @Flag var oneExchange = false

    func run() async throws {
        // As tickwire-server does.
        ProcessMemory.shareHeaps()
        let bases = Provider.hosts.map { ($0, $0.provider == Provider.coinMarketCap.name ? listing : prices) }
        var source = ServerConfiguration.Market(
            environment: ProviderEnvironment(.qa, bases: Dictionary(uniqueKeysWithValues: bases))
        )
        if oneExchange { source.take(exchanges: [.huobi]) }
        // The mock wants a key where the provider wants one, and accepts any.
        for provider in source.providers where provider.key?.isRequired == true {
            source.keys[provider.name] = APIKey("mock")
        }
        (source.coins, source.keepsBudgets) = (coins, false)
        (source.tickerInterval, source.listingInterval) = (.milliseconds(pricePace), .milliseconds(listingPace))
        var configuration = ServerConfiguration(dataDirectory: data, market: source)
        configuration.listen = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
        let logger = Logger(label: "paced") { _ in SwiftLogNoOpLogHandler() }
        let server = try await Server(configuration, logger: logger)
        async let _ = announce(server)
        try await server.run()
    }

    private func announce(_ server: Server) async {
        await server.waitUntilReady()
        print("\(server.listenAddress.port) \(server.pin)")
        fflush(nil)
    }
}
