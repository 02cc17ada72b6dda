import ArgumentParser
import Foundation

struct SuiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suite",
        abstract: "Runs every benchmark, one after the other, and prints one table."
    )

    static let benchmarks: [any Benchmark.Type] = [
        FanOutCommand.self, WorkCommand.self, ScaleCommand.self, ShapeCommand.self, ConnectCommand.self,
        StormCommand.self, MemoryCommand.self, StalledCommand.self, MutationsCommand.self, FavoriteCommand.self,
        ResumeCommand.self, FollowersCommand.self,
        CandlesCommand.self, EncodingCommand.self, MarketCommand.self, AlertsCommand.self, DayCommand.self,
    ]

    /// The arguments of benchmarks that run in several sizes.
    private static let sizes: [String: [[String]]] = [
        "fanout": [
            ["--terminals", "500", "--coins", "130"], ["--terminals", "500", "--coins", "1250"],
            ["--terminals", "4000", "--coins", "130", "--rate", "4"],
            ["--terminals", "4000", "--coins", "1250", "--rate", "4"],
        ]
    ]

    @Option(help: ArgumentHelp("Write the figures as JSON, too.", valueName: "file")) var json: String?

    func run() async throws {
        var sections: [Section] = []
        for benchmark in Self.benchmarks {
            for arguments in Self.sizes[benchmark.configuration.commandName ?? ""] ?? [[]] {
                let section = try await benchmark.parse(arguments).measure()
                print(section.table)
                fflush(nil)  // Flush to a file or a pipe as well, because the suite takes most of an hour.
                sections.append(section)
            }
        }
        guard let json else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(sections).write(to: URL(fileURLWithPath: json))
    }
}
