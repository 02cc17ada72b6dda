import ArgumentParser
import Foundation
import Logging
import PushServer
import Shared

struct DayCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract: "Memory of a server over as many polls as a day has, in minutes instead of hours.",
        subcommands: [DayServerCommand.self]
    )

    /// Most of a listing's time goes into making it, in the mock's process.
    private static let boardsForListing = 4
    private static let looks = 8

    @Option(help: "Coins.") var coins = 5000
    @Option(help: "Listings, one a minute in a real day; there are four boards of tickers with each.") var listings =
        1440
    @Option(help: "Milliseconds between two boards.") var pace = 50

    func measure() async throws -> Section {
        let mock = try MockProcess(coins: coins)
        defer { mock.stop() }
        let server = try DayServer(market: mock.base, coins: coins, pace: pace)
        defer { server.stop() }
        let polls = listings * Self.boardsForListing
        var section = Section("day coins=\(coins) listings=\(listings) boards=\(polls)")
        try await Task.sleep(for: .seconds(120))
        section.add("after two minutes", server.usage.residentKiB / 1024, "MiB", .atMost(64))
        let first = try server.ticks
        for look in 1...Self.looks {
            let wanted = Double(polls * look / Self.looks)
            while try server.ticks - first < wanted { try await Task.sleep(for: .seconds(1)) }
            section.add("after \(Int(wanted)) boards more", server.usage.residentKiB / 1024, "MiB")
        }
        return section
    }
}

/// Runs a server whose polls follow one another fast.
struct DayServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "server", shouldDisplay: false)

    @Option var market: String
    @Option var data: String
    @Option var coins: Int
    @Option var pace: Int

    func run() async throws {
        var source = ServerConfiguration.Market(environment: .qa(at: market))
        // The mock wants a key where the provider wants one, and accepts any.
        for provider in source.providers where provider.key?.isRequired == true {
            source.keys[provider.name] = APIKey("mock")
        }
        (source.coins, source.keepsBudgets) = (coins, false)
        (source.tickerInterval, source.listingInterval) = (.milliseconds(pace), .milliseconds(pace * 4))
        var configuration = ServerConfiguration(dataDirectory: data, market: source)
        configuration.listen = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
        configuration.admin = configuration.listen
        let logger = Logger(label: "day") { _ in SwiftLogNoOpLogHandler() }
        let server = try await Server(configuration, logger: logger)
        async let _ = announce(server)
        try await server.run()
    }

    private func announce(_ server: Server) async {
        await server.waitUntilReady()
        print("ready admin=\(server.adminAddress.map { "\($0)" } ?? "")")
        fflush(nil)
    }
}

/// `DayServerCommand` in a process of its own.
private final class DayServer {
    private let process = Process()
    private let folder: TemporaryFolder
    private let admin: String

    var usage: ProcessUsage { ProcessUsage(pid: process.processIdentifier) }

    init(market: String, coins: Int, pace: Int) throws {
        folder = try TemporaryFolder()
        process.executableURL = try ServerProcess.program("tickwire-bench")
        process.arguments = [
            "day", "server", "--market", market, "--data", folder.path, "--coins", "\(coins)", "--pace", "\(pace)",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        guard let admin = try output.readLine().split(separator: "=").last else { throw BenchError.serverDidNotStart }
        self.admin = String(admin)
    }

    /// The steps of its market.
    var ticks: Double {
        get throws { try ServerProcess.metrics(["tickwire_ticks_total"], at: admin)[0] }
    }

    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
