import ArgumentParser

@main
struct TickwireBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickwire-bench",
        abstract: "Measures Tickwire. Build it for release; Benchmarks/run runs everything.",
        subcommands: [
            EncodingCommand.self, FanOutCommand.self, MemoryCommand.self, FavoriteCommand.self, MarketCommand.self,
            CandlesCommand.self, DayCommand.self, StalledCommand.self, StormCommand.self, CommitsCommand.self,
        ]
    )
}
