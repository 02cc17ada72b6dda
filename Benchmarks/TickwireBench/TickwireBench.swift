import ArgumentParser

@main
struct TickwireBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickwire-bench",
        abstract: "Measures Tickwire. Build it for release first: swift build -c release.",
        subcommands: [SuiteCommand.self, PacedServerCommand.self] + SuiteCommand.benchmarks.map { $0 }
    )
}
