import ArgumentParser

struct SuiteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suite",
        abstract: "Lists what Benchmarks/run measures: the arguments of each benchmark, in their order."
    )

    static let benchmarks: [any Benchmark.Type] = [
        FanOutCommand.self, WorkCommand.self, ScaleCommand.self, ShapeCommand.self, ConnectCommand.self,
        StormCommand.self, MemoryCommand.self, StalledCommand.self, MutationsCommand.self, FavoriteCommand.self,
        ResumeCommand.self, FollowersCommand.self,
        CandlesCommand.self, EncodingCommand.self, MarketCommand.self, ListingCommand.self, AlertsCommand.self,
        DayCommand.self,
    ]

    /// The arguments of benchmarks that run in several sizes.
    private static let sizes = [
        "fanout": [
            "--terminals 500 --coins 130", "--terminals 500 --coins 1250",
            // With only 12 ticks in 3 s, one that is half within would count much.
            "--terminals 4000 --coins 130 --rate 4 --seconds 12", "--terminals 4000 --coins 1250 --rate 4 --seconds 12",
        ],
        // The bare loop has one thread.
        "connect": ["", "--event-loops 1"],
    ]

    func run() {
        for benchmark in Self.benchmarks {
            let name = benchmark.configuration.commandName ?? ""
            for size in Self.sizes[name] ?? [""] { print(name, size) }
        }
    }
}
